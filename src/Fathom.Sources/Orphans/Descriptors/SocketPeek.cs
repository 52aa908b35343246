using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>
/// Looks at descriptors that wait in a local socket. A peek gives duplicates of the descriptors of the first message that has any and leaves the message
/// where it is. Those of later messages cannot be seen: that would need a setting of the socket, which belongs to its owner.
/// </summary>
internal static unsafe class SocketPeek
{
    private const int Rights = 1;
    private const int ProcessDescriptor = 4;
    private const int HeadBytes = 16;
    private const int ControlBytes = 4096;
    private const int DataBytes = 256 * 1024;

    /// <summary>Looks into one of our own descriptors of the socket.</summary>
    public static InFlight Look(int socket)
    {
        byte* control = stackalloc byte[ControlBytes];
        byte[] data = ArrayPool<byte>.Shared.Rent(DataBytes);
        try
        {
            fixed (byte* start = data)
            {
                nint* buffer = stackalloc nint[2];
                buffer[0] = (nint)start;
                buffer[1] = DataBytes;
                MessageHead message = new() { Buffers = buffer, BufferCount = 1, Control = control, ControlLength = ControlBytes };
                return OrphanCalls.Receive(socket, &message, OrphanCalls.PeekFlags) < 0
                    ? new InFlight(0, [], Sender(socket))
                    : Take(new ReadOnlySpan<byte>(control, (int)Math.Min(message.ControlLength, ControlBytes)), Sender(socket));
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(data);
        }
    }

    // Every duplicate must be closed, whatever it is of.
    private static InFlight Take(ReadOnlySpan<byte> control, int? sender)
    {
        List<InFlightFile> files = [];
        int seen = 0;
        while (control.Length >= HeadBytes)
        {
            long length = BinaryPrimitives.ReadInt64LittleEndian(control);
            int level = BinaryPrimitives.ReadInt32LittleEndian(control[8..]), type = BinaryPrimitives.ReadInt32LittleEndian(control[12..]);
            if (length < HeadBytes || length > control.Length)
                break;
            if (level == DescriptorCalls.SocketLevel && type is Rights or ProcessDescriptor)
            {
                for (ReadOnlySpan<byte> numbers = control[HeadBytes..(int)length]; numbers.Length >= sizeof(int); numbers = numbers[sizeof(int)..])
                {
                    int copy = BinaryPrimitives.ReadInt32LittleEndian(numbers);
                    if (type == Rights)
                    {
                        seen++;
                        Describe(copy, files);
                    }

                    _ = DescriptorCalls.Close(copy);
                }
            }

            int next = (int)Math.Min(control.Length, (length + 7) & ~7L);
            control = control[next..];
        }

        return new InFlight(seen, files, sender);
    }

    private static void Describe(int copy, List<InFlightFile> files)
    {
        if (DescriptorFacts.Of(copy) is not { IsFile: true, Links: 0 } facts)
            return;
        string name = new FileInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{copy}")).LinkTarget ?? "";
        files.Add(new InFlightFile(new FileId(facts.Device, facts.Inode), name, facts.AllocatedBytes));
    }

    private static int? Sender(int socket)
    {
        uint* credentials = stackalloc uint[3];
        uint length = 3 * sizeof(uint);
        return DescriptorCalls.SocketOption(socket, DescriptorCalls.SocketLevel, OrphanCalls.PeerCredentials, credentials, &length) == 0 && (int)credentials[0] > 0
            ? (int)credentials[0]
            : null;
    }
}
