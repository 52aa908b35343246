// Does nothing: the least time that a .NET program takes from start to end, for bench/startup.
return 0;
