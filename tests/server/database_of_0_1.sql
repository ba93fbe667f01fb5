-- The database of a server of version 0.1, as `iterdump` writes it (its user_version is 2).
BEGIN TRANSACTION;
CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, entry TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
INSERT INTO "entries" VALUES('-7P1prN7nOT9rB4I',0,'{"type":"sit","seat":0,"visitor":"662b06c699f46477a482d96040681c06","name":"Ada","colour":1,"at":1794846617.6725326}',1.79484661767258596421e+09);
INSERT INTO "entries" VALUES('1jGI7qeT8-dJcm_4',0,'{"type":"sit","seat":0,"visitor":"662b06c699f46477a482d96040681c06","name":"Ada","colour":1,"at":1794846617.6524286}',1.79484661765247511863e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',0,'{"type":"sit","seat":0,"visitor":"662b06c699f46477a482d96040681c06","name":"Ada","colour":1,"at":1794846617.8380766}',1.79484661783810639382e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',1,'{"type":"play","seat":0,"action":{"do":"choose_character","character":"gothique"},"at":1794846617.85381,"bot":false}',1.79484661785382962231e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',2,'{"type":"play","seat":1,"action":{"do":"choose_character","character":"reveur"},"at":1794846617.8678956,"bot":true}',1.79484661786790776257e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',3,'{"type":"play","seat":2,"action":{"do":"choose_character","character":"bibliophile"},"at":1794846617.8734822,"bot":true}',1.7948466178734931946e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',4,'{"type":"play","seat":3,"action":{"do":"choose_character","character":"erudite"},"at":1794846617.8766835,"bot":true}',1.7948466178767013549e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',5,'{"type":"play","seat":0,"action":{"do":"reveal"},"at":1794846617.913421,"bot":false}',1.79484661791343593599e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',6,'{"type":"play","seat":0,"action":{"do":"draw"},"at":1794846617.9208584,"bot":false}',1.79484661792086577412e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',7,'{"type":"play","seat":1,"action":{"do":"draw"},"at":1794846617.924486,"bot":true}',1.794846617924492836e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',8,'{"type":"play","seat":1,"action":{"do":"pass"},"at":1794846617.9285421,"bot":true}',1.79484661792854809764e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',9,'{"type":"play","seat":2,"action":{"do":"draw"},"at":1794846617.9295797,"bot":true}',1.7948466179295856953e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',10,'{"type":"play","seat":2,"action":{"do":"pass"},"at":1794846617.9306376,"bot":true}',1.79484661793064260481e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',11,'{"type":"play","seat":3,"action":{"do":"pass"},"at":1794846617.9315772,"bot":true}',1.79484661793158197405e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',12,'{"type":"play","seat":0,"action":{"do":"draw"},"at":1794846617.9696314,"bot":false}',1.79484661796964526173e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',13,'{"type":"play","seat":0,"action":{"do":"pass"},"at":1794846617.9717152,"bot":false}',1.79484661797172284124e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',14,'{"type":"play","seat":1,"action":{"do":"travel","to":6,"keys":["amulette_de_jade"]},"at":1794846617.973148,"bot":true}',1.79484661797315526009e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',15,'{"type":"play","seat":1,"action":{"do":"pass"},"at":1794846617.9744601,"bot":true}',1.7948466179744653701e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',16,'{"type":"play","seat":2,"action":{"do":"reveal"},"at":1794846617.975368,"bot":true}',1.79484661797537255285e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',17,'{"type":"play","seat":2,"action":{"do":"travel","to":"clairiere","keys":["character"]},"at":1794846617.9763246,"bot":true}',1.79484661797632980345e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',18,'{"type":"play","seat":3,"action":{"do":"draw"},"at":1794846617.9772763,"bot":true}',1.79484661797728180885e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',19,'{"type":"play","seat":3,"action":{"do":"pass"},"at":1794846617.9781623,"bot":true}',1.79484661797816705706e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',20,'{"type":"play","seat":0,"action":{"do":"pass"},"at":1794846618.0216436,"bot":false}',1.79484661802165842061e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',21,'{"type":"play","seat":1,"action":{"do":"reveal"},"at":1794846618.0236192,"bot":true}',1.79484661802362704279e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',22,'{"type":"play","seat":1,"action":{"do":"pass"},"at":1794846618.025541,"bot":true}',1.79484661802554798125e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',23,'{"type":"play","seat":2,"action":{"do":"pass"},"at":1794846618.02704,"bot":true}',1.79484661802704501152e+09);
INSERT INTO "entries" VALUES('C-3sF6ogm4dTfCPq',24,'{"type":"play","seat":3,"action":{"do":"pass"},"at":1794846618.028315,"bot":true}',1.79484661802832031257e+09);
INSERT INTO "entries" VALUES('mr2IMbwrxtwyQv-b',0,'{"type":"sit","seat":0,"visitor":"662b06c699f46477a482d96040681c06","name":"Ada","colour":1,"at":1794846617.7045436}',1.79484661770459127429e+09);
INSERT INTO "entries" VALUES('n6uo0D58AePjWwCA',0,'{"type":"sit","seat":0,"visitor":"662b06c699f46477a482d96040681c06","name":"Ada","colour":1,"at":1794846618.028587}',1.79484661802859926226e+09);
INSERT INTO "entries" VALUES('n6uo0D58AePjWwCA',1,'{"type":"sit","seat":1,"visitor":"a6f5f16e452b464a1d40f92083385c94","name":"Bo","colour":1,"at":1794846618.0323322}',1.79484661803234362602e+09);
INSERT INTO "entries" VALUES('n6uo0D58AePjWwCA',2,'{"type":"resign","seat":1,"at":1794846618.0374086}',1.79484661803741717342e+09);
CREATE TABLE notices (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, visitor TEXT NOT NULL,
        due REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, number, visitor)
    ) WITHOUT ROWID;
INSERT INTO "notices" VALUES('mr2IMbwrxtwyQv-b',0,'662b06c699f46477a482d96040681c06',1.79484661771414422994e+09,0,0);
CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, visitor TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, visitor)
    ) WITHOUT ROWID;
INSERT INTO "seats" VALUES('-7P1prN7nOT9rB4I',0,'662b06c699f46477a482d96040681c06');
INSERT INTO "seats" VALUES('1jGI7qeT8-dJcm_4',0,'662b06c699f46477a482d96040681c06');
INSERT INTO "seats" VALUES('C-3sF6ogm4dTfCPq',0,'662b06c699f46477a482d96040681c06');
INSERT INTO "seats" VALUES('mr2IMbwrxtwyQv-b',0,'662b06c699f46477a482d96040681c06');
INSERT INTO "seats" VALUES('n6uo0D58AePjWwCA',0,'662b06c699f46477a482d96040681c06');
INSERT INTO "seats" VALUES('n6uo0D58AePjWwCA',1,'a6f5f16e452b464a1d40f92083385c94');
CREATE TABLE tables (
        id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, setting TEXT NOT NULL, status TEXT NOT NULL,
        began REAL NOT NULL, changed REAL NOT NULL
    , result TEXT);
INSERT INTO "tables" VALUES('1jGI7qeT8-dJcm_4','TAXI-8850','{"game":"molthar","seats":[{"kind":"me"},{"kind":"friend"}],"seed":"ac4f04b0dc4d51922bcceedfc77a0a4b04c8644121f178a616d8f362ebe5b826","host":"662b06c699f46477a482d96040681c06","edition":"","name":"Open to all","options":{"wisp_owner_waits":false},"first":1,"clock":null,"public":true,"delay":0,"lesson":false}','waiting',1.79484661763868546483e+09,1.79484661765247511863e+09,NULL);
INSERT INTO "tables" VALUES('-7P1prN7nOT9rB4I','ORSO-7438','{"game":"molthar","seats":[{"kind":"me"},{"kind":"friend"}],"seed":"ce03b2c2b7fe8dabe36a9ffca15ee9b68d4096dc65c874ffa4d7a16a85cebdea","host":"662b06c699f46477a482d96040681c06","edition":"","name":"\"public\":true","options":{"wisp_owner_waits":false},"first":null,"clock":null,"public":false,"delay":0,"lesson":false}','waiting',1.79484661766160941121e+09,1.79484661767258596421e+09,NULL);
INSERT INTO "tables" VALUES('mr2IMbwrxtwyQv-b','RADIO-2346','{"game":"molthar","seats":[{"kind":"me"},{"kind":"bot","level":"random"},{"kind":"bot","level":"random"}],"seed":"0a31eaa05fb26875333912249aaf0c5b40e54168cd8b511934b407d29d861a65","host":"662b06c699f46477a482d96040681c06","edition":"","name":"","options":{"wisp_owner_waits":false},"first":0,"clock":{"minutes":0,"seconds":0,"hours":24},"public":false,"delay":0,"lesson":false}','playing',1.79484661768899846079e+09,1.79484661770459127429e+09,NULL);
INSERT INTO "tables" VALUES('C-3sF6ogm4dTfCPq','LION-9185','{"game":"clef","seats":[{"kind":"me"},{"kind":"bot","level":"random"},{"kind":"bot","level":"random"},{"kind":"bot","level":"random"}],"seed":"eadb0fe27890145a24c811a2ae8afb67832f72010ce6050728045577e7c4ff14","host":"662b06c699f46477a482d96040681c06","edition":"reconstructed-4abb07ef","name":"","options":{"reveal_while_paying":false,"max_rounds":null},"first":0,"clock":null,"public":false,"delay":0,"lesson":false}','playing',1.79484661782740426063e+09,1.79484661802832031257e+09,NULL);
INSERT INTO "tables" VALUES('n6uo0D58AePjWwCA','ORSO-9731','{"game":"molthar","seats":[{"kind":"me"},{"kind":"friend"}],"seed":"a2649d2df3935bc0e73a28d263cb1156ec5400657c64edce778e378973d98b41","host":"662b06c699f46477a482d96040681c06","edition":"","name":"","options":{"wisp_owner_waits":false},"first":0,"clock":null,"public":false,"delay":0,"lesson":false}','over',1.79484661802698016166e+09,1.79484661803741717342e+09,'{"round":1,"seats":[{"name":"Ada","colour":1,"kind":"person"},{"name":"Bo","colour":2,"kind":"person"}],"payoffs":[1.0,0.0],"ranking":[[0],[1]],"scores":[0,0],"resigned":[1],"at":1794846618.0323322}');
CREATE TABLE visitors (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, colour INTEGER NOT NULL, language TEXT NOT NULL, seen REAL NOT NULL
    , email TEXT NOT NULL DEFAULT '', email_key TEXT NOT NULL DEFAULT '', email_confirmed INTEGER NOT NULL DEFAULT 0);
INSERT INTO "visitors" VALUES('662b06c699f46477a482d96040681c06','Ada',1,'en',1.79484661756504964829e+09,'','',0);
INSERT INTO "visitors" VALUES('a6f5f16e452b464a1d40f92083385c94','Bo',1,'fr',1.79484661757462716103e+09,'','',0);
CREATE INDEX seats_of_visitor ON seats (visitor);
CREATE INDEX tables_by_status ON tables (status, changed);
CREATE INDEX notices_due ON notices (done, due);
COMMIT;