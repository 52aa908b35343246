using System.Runtime.InteropServices;

namespace Fathom.Cli.Frame;

/// <summary>
/// Standard output or standard error as bytes, straight to <c>write(2)</c>.
/// </summary>
/// <remarks>
/// The console stream of the base library drops what cannot be written once the reader of a pipe has gone, so that a long result would be
/// rendered to the end for nobody; a file stream keeps a position of its own, which is wrong when the shell shares the file between commands.
/// </remarks>
/// <param name="descriptor"><see cref="Output"/> or <see cref="Error"/>.</param>
internal sealed partial class StandardStream(int descriptor) : WriteOnlyStream
{
    /// <summary>The descriptor of standard output.</summary>
    public const int Output = 1;

    /// <summary>The descriptor of standard error.</summary>
    public const int Error = 2;

    private const int InterruptedCall = 4;
    private const int TryAgain = 11;
    private const int BrokenPipe = 32;
    private const short PollOut = 4;

    public override void Flush()
    {
        // Nothing is held back here.
    }

    public override unsafe void Write(ReadOnlySpan<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            nint written;
            fixed (byte* start = buffer)
                written = WriteCall(descriptor, start, (nuint)buffer.Length);
            if (written < 0)
                OnError(Marshal.GetLastPInvokeError());
            else
                buffer = buffer[(int)written..];
        }
    }

    private unsafe void OnError(int error)
    {
        switch (error)
        {
            case InterruptedCall:
                return;
            case TryAgain:
                // The other side made the pipe non-blocking; wait until it takes more.
                PollDescriptor poll = new() { Descriptor = descriptor, Events = PollOut };
                _ = PollCall(&poll, 1, -1);
                return;
            case BrokenPipe:
                throw new BrokenPipeException();
            default:
                string name = descriptor == Output ? "standard output" : "standard error";
                throw FathomException.Target(
                    $"Cannot write to {name}: {Marshal.GetPInvokeErrorMessage(error)}.",
                    "write to a file with -o FILE, or free space where the output goes");
        }
    }

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static unsafe partial nint WriteCall(int descriptor, byte* buffer, nuint count);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    private static unsafe partial int PollCall(PollDescriptor* descriptors, nuint count, int timeoutMilliseconds);

    private struct PollDescriptor
    {
        public int Descriptor;
        public short Events;
        public short ReturnedEvents;
    }
}
