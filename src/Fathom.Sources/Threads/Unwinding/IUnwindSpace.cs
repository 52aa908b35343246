namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Knows which code a process has mapped where.</summary>
internal interface IUnwindSpace
{
    /// <summary>The code at an address.</summary>
    UnwindPlace Find(ulong address);
}
