from worldgates.cli import main

main()
