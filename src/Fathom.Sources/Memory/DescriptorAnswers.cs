namespace Fathom.Sources.Memory;

/// <summary>Asks the kernel how much memory hangs on one of our own descriptors, such as a duplicate of another process's.</summary>
internal static unsafe class DescriptorAnswers
{
    /// <summary>Bytes in a pipe that nobody has read yet.</summary>
    public static long UnreadBytes(int file)
    {
        int bytes = 0;
        return DescriptorCalls.Control(file, DescriptorCalls.UnreadBytes, &bytes) == 0 ? bytes : 0;
    }

    /// <summary>
    /// SK_MEMINFO_RMEM_ALLOC, …_RCVBUF, …_WMEM_ALLOC, …_SNDBUF, …_FWD_ALLOC, …_WMEM_QUEUED, …_OPTMEM, …: what waits to be read, what waits to be sent
    /// (TCP counts its queue; a local socket is charged for what its peer has yet to read), and options.
    /// </summary>
    public static long SocketBytes(int file)
    {
        const int received = 0, sending = 2, sendQueue = 5, options = 6, figures = 9;
        uint* values = stackalloc uint[figures];
        uint length = figures * sizeof(uint);
        return DescriptorCalls.SocketOption(file, DescriptorCalls.SocketLevel, DescriptorCalls.SocketMemory, values, &length) == 0 && length >= (options + 1) * sizeof(uint)
            ? (long)values[received] + Math.Max(values[sending], values[sendQueue]) + values[options]
            : 0;
    }
}
