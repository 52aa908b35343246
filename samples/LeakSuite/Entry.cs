using System.Runtime.CompilerServices;

namespace LeakSuite;

/// <summary>112 bytes without an object of its own.</summary>
[InlineArray(14)]
internal struct Entry
{
    private long _first;
}
