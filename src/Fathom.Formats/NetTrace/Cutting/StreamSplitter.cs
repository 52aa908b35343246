using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>Takes the bytes of a stream of events as they come, in pieces of any length, and keeps its objects whole in a file of a ring.</summary>
/// <remarks>It knows versions 4 and 5 of the container (<see cref="SerializedContainer"/>), which runtimes send.</remarks>
public sealed class StreamSplitter
{
    private const int SignatureBytes = 8 + 24;
    private const int TypeBytes = 15;
    private const int MostNameBytes = 64;
    private const byte NullReference = 1;
    private const byte Begin = 5;

    private byte[] _held = new byte[1 << 16];
    private int _count;
    private long _position;

    /// <summary>Why nothing more can be kept; null where all is well.</summary>
    public string? Problem { get; private set; }

    /// <summary>Whether the stream ended itself.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Takes bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="into">Gets the objects that are whole now.</param>
    public void Take(ReadOnlySpan<byte> bytes, Stream into)
    {
        if (Problem is not null || HasEnded)
            return;
        if (_count + bytes.Length > _held.Length)
            Array.Resize(ref _held, Math.Max(_held.Length * 2, _count + bytes.Length));
        bytes.CopyTo(_held.AsSpan(_count));
        _count += bytes.Length;
        int done = 0;
        while (Problem is null && !HasEnded && One(_held.AsSpan(done, _count - done), into) is > 0 and int taken)
        {
            done += taken;
            _position += taken;
        }

        _held.AsSpan(done, _count - done).CopyTo(_held);
        _count -= done;
    }

    // The bytes of the next object; 0 where it is not whole yet.
    private int One(ReadOnlySpan<byte> held, Stream into)
    {
        if (_position == 0)
        {
            if (held.Length < SignatureBytes)
                return 0;
            return held.StartsWith(NetTraceReader.Magic) && held[NetTraceReader.Magic.Length..].StartsWith(SerializedContainer.Signature)
                ? SignatureBytes
                : Fail("its container is not one that a ring can keep");
        }

        if (held.Length == 0)
            return 0;
        if (held[0] == NullReference)
        {
            HasEnded = true;
            return 0;
        }

        if (held.Length < TypeBytes)
            return 0;
        int name = BinaryPrimitives.ReadInt32LittleEndian(held[11..]);
        if (held[0] != Begin || name is < 0 or > MostNameBytes)
            return Fail("an object has no type");
        int at = TypeBytes + name + 1;
        if (held.Length < at)
            return 0;
        TraceObject head = new(
            NetTraceObjectKinds.Of(held.Slice(TypeBytes, name)), BinaryPrimitives.ReadInt32LittleEndian(held[3..]), BinaryPrimitives.ReadInt32LittleEndian(held[7..]));
        int size = NetTraceHeader.Size;
        if (head.Kind != NetTraceObjectKind.Trace)
        {
            if (held.Length < at + sizeof(int))
                return 0;
            size = BinaryPrimitives.ReadInt32LittleEndian(held[at..]);
            if (size is < 0 or > NetTraceReader.MaxBlockBytes)
                return Fail("a block has no size");
            at += sizeof(int);
            at += (int)(-(_position + at) & 3);
        }

        if (held.Length < at + size + 1)
            return 0;
        if (head.Kind != NetTraceObjectKind.Unknown)
            head.Keep(into, held.Slice(at, size));
        return at + size + 1;
    }

    private int Fail(string why)
    {
        Problem = why;
        return 0;
    }
}
