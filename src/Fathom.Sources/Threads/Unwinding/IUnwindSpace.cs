namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Knows which code a process has mapped where.</summary>
internal interface IUnwindSpace
{
    /// <summary>The code at an address.</summary>
    UnwindPlace Find(ulong address);

    /// <summary>Reads code from an address on.</summary>
    /// <returns>Bytes that were read; 0 where it is not known.</returns>
    int ReadCode(ulong address, Span<byte> buffer);

    /// <summary>How far code sets its frame pointer from the stack pointer.</summary>
    /// <param name="address">Address behind its prolog.</param>
    /// <returns>Null where it does not set it, or its code is not known.</returns>
    int? FramePointerDistance(ulong address);
}
