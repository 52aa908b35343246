namespace Fathom.Sources.NetTrace;

// Public in this library. The reader of the format is compiled into the library for tests too, where it stays internal.
public readonly ref partial struct StackAddresses;
