using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>A case with its data and a codec for its type.</summary>
/// <typeparam name="T">The type of the root.</typeparam>
public sealed class BoundCase<T> : BoundCase
    where T : class
{
    private readonly SerializerCase<T> _case;
    private readonly Codec<T> _codec;
    private readonly T _value;

    // What touching a result gives that was compared with the data.
    private long _touched;

    /// <param name="data">The case.</param>
    /// <param name="value">Its data.</param>
    /// <param name="codec">The serializer.</param>
    public BoundCase(SerializerCase<T> data, T value, Codec<T> codec)
    {
        _case = data;
        _value = value;
        _codec = codec;
    }

    /// <summary>Makes another codec, for another thread.</summary>
    public Func<Codec<T>>? Another { get; init; }

    /// <inheritdoc/>
    public override Lanes Lanes => _codec.Native;

    /// <inheritdoc/>
    public override object Root => _value;

    /// <inheritdoc/>
    public override byte[] Encode()
    {
        MemoryStream stream = new();
        _codec.Serialize(_value, stream);
        return stream.ToArray();
    }

    /// <inheritdoc/>
    public override Difference? Check(bool identity, bool fresh)
    {
        IsVerified = false;
        MemoryStream stream = new();
        _codec.Serialize(_value, stream);
        Encoded = stream.ToArray();
        Difference? difference = Read(_codec.Deserialize, static data => new MemoryStream(data, writable: false), Encoded, identity, fresh);
        if (difference is null && Lanes.HasFlag(Lanes.Array))
            difference = In("byte[]", Read(_codec.DeserializeArray, static data => data, _codec.SerializeToArray(_value), identity, fresh));
        if (difference is null && Lanes.HasFlag(Lanes.Buffer))
        {
            ArrayBufferWriter<byte> buffer = new();
            _codec.SerializeToBuffer(_value, buffer);
            byte[] written = buffer.WrittenSpan.ToArray();
            difference = In("buffer", Read(_codec.DeserializeSequence, static data => new ReadOnlySequence<byte>(data), written, identity, fresh));
            // Once is enough: what is kept from the last time was found before.
            if (difference is null && fresh)
                difference = In("buffer, in pieces", DeepComparer.Compare(_value, _codec.DeserializeSequence(SequencePieces.Of(written)), identity, fresh));
        }

        if (difference is null && Lanes.HasFlag(Lanes.Text))
        {
            byte[] text = MemoryMarshal.AsBytes(_codec.SerializeToText(_value).AsSpan()).ToArray();
            difference = In("text", Read(_codec.DeserializeText, static data => new string(MemoryMarshal.Cast<byte, char>(data)), text, identity, fresh));
        }

        if (difference is null && Lanes.HasFlag(Lanes.NativeObject))
        {
            MemoryStream native = new();
            _codec.SerializeNative(_codec.ToNative(_value)!, native);
            difference = In("native", Read(_codec.Deserialize, static data => new MemoryStream(data, writable: false), native.ToArray(), identity, fresh));
        }

        IsVerified = difference is null;
        return difference;
    }

    /// <inheritdoc/>
    public override object? Read(byte[] data)
    {
        T? result = _codec.Deserialize(new MemoryStream(data, writable: false));
        try
        {
            if (result is not null)
                _case.Touch(result);
        }
        catch (NullReferenceException)
        {
            // A member that is missing is no failure of the reader: the program has to look for it.
        }

        return result;
    }

    /// <inheritdoc/>
    public override double LeavesNs()
    {
        const int Slices = 9;
        long slice = Stopwatch.Frequency / 1000;
        double[] times = new double[Slices];
        long sum = 0;
        for (int i = 0; i < Slices; i++)
        {
            long start = Stopwatch.GetTimestamp(), passes = 0, elapsed;
            do
            {
                sum += TouchOne(_value);
                passes++;
            }
            while ((elapsed = Stopwatch.GetTimestamp() - start) < slice);
            times[i] = elapsed * (1e9 / Stopwatch.Frequency) / passes;
        }

        GC.KeepAlive(sum);
        Array.Sort(times);
        return times[Slices / 2];
    }

    /// <inheritdoc/>
    public override BoundCase ForThread(bool identity)
    {
        BoundCase<T> other = new(_case, _value, (Another ?? throw new NotSupportedException("the case was bound to one codec"))());
        Difference? difference = other.Check(identity, fresh: false);
        // A serializer that does nothing is never right, and says so by its role.
        other.IsVerified = difference is null;
        return other;
    }

    private Difference? Read<TInput>(Func<TInput, T> read, Func<byte[], TInput> input, byte[] data, bool identity, bool fresh)
    {
        byte[] given = [.. data];
        T result = read(input(given));
        // What still looks into its input has not been read: the input is gone before the result is compared.
        given.AsSpan().Fill(0xA5);
        Difference? difference = DeepComparer.Compare(_value, result, identity, fresh);
        if (difference is null)
            _touched = _case.Touch(result);
        if (difference is not null || !fresh)
            return difference;
        // A result that was kept from the last time is no result of reading.
        return DeepComparer.Compare(result, read(input([.. data])), identity: false, fresh: true) ?.In("second time");
    }

    /// <inheritdoc/>
    public override Func<int, long> Prepare(Operation operation, Lanes lane) => (operation, lane) switch
    {
        (Operation.Serialize, Lanes.Stream) => StreamWriter(),
        (Operation.Deserialize, Lanes.Stream) => StreamReader(),
        (Operation.Serialize, Lanes.Array) => ArrayWriter(),
        (Operation.Deserialize, Lanes.Array) => ArrayReader(),
        (Operation.Serialize, Lanes.Buffer) => BufferWriter(),
        (Operation.Deserialize, Lanes.Buffer) => BufferReader(),
        (Operation.Serialize, Lanes.Text) => StringWriter(),
        (Operation.Deserialize, Lanes.Text) => StringReader(),
        (Operation.Serialize, Lanes.NativeObject) => NativeWriter(),
        (Operation.Deserialize, Lanes.NativeObject) => NativeReader(),
        _ => throw new ArgumentOutOfRangeException(nameof(lane)),
    };

    private static Difference? In(string lane, Difference? difference) => difference?.In(lane);

    private Func<int, long> StreamWriter()
    {
        MemoryStream stream = new(Encoded.Length + 4096);
        return count =>
        {
            for (int i = 0; i < count; i++)
            {
                stream.SetLength(0);
                SerializeOne(_value, stream);
            }

            return stream.Length;
        };
    }

    private Func<int, long> StreamReader()
    {
        KeptOpenStream stream = new(Encoded);
        return count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                stream.Position = 0;
                sum += TouchOne(DeserializeOne(stream));
            }

            return Whole(sum, count);
        };
    }

    private Func<int, long> ArrayWriter() => count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
            sum += _codec.SerializeToArray(_value).Length;
        return sum;
    };

    private Func<int, long> ArrayReader()
    {
        byte[] data = _codec.SerializeToArray(_value);
        return count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
                sum += TouchOne(_codec.DeserializeArray(data));
            return Whole(sum, count);
        };
    }

    private Func<int, long> BufferWriter()
    {
        ArrayBufferWriter<byte> buffer = new(Encoded.Length + 4096);
        return count =>
        {
            for (int i = 0; i < count; i++)
            {
                buffer.ResetWrittenCount();
                _codec.SerializeToBuffer(_value, buffer);
            }

            return buffer.WrittenCount;
        };
    }

    private Func<int, long> BufferReader()
    {
        ArrayBufferWriter<byte> buffer = new();
        _codec.SerializeToBuffer(_value, buffer);
        ReadOnlySequence<byte> data = new(buffer.WrittenMemory);
        return count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
                sum += TouchOne(_codec.DeserializeSequence(data));
            return Whole(sum, count);
        };
    }

    private Func<int, long> StringWriter() => count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
            sum += _codec.SerializeToText(_value).Length;
        return sum;
    };

    private Func<int, long> StringReader()
    {
        string data = _codec.SerializeToText(_value);
        return count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
                sum += TouchOne(_codec.DeserializeText(data));
            return Whole(sum, count);
        };
    }

    private Func<int, long> NativeWriter()
    {
        object native = _codec.ToNative(_value)!;
        MemoryStream stream = new(Encoded.Length + 4096);
        return count =>
        {
            for (int i = 0; i < count; i++)
            {
                stream.SetLength(0);
                _codec.SerializeNative(native, stream);
            }

            return stream.Length;
        };
    }

    private Func<int, long> NativeReader()
    {
        MemoryStream stream = new();
        _codec.SerializeNative(_codec.ToNative(_value)!, stream);
        return count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                stream.Position = 0;
                sum += _codec.DeserializeNative(stream).GetHashCode();
            }

            return sum;
        };
    }

    // A reader can go wrong after it was checked; compared outside of the loop, it costs no read anything.
    private long Whole(long sum, int count) =>
        IsVerified && sum != unchecked(_touched * count) ? throw new ChangedResultException() : sum;

    // Frames of their own, so that a profile tells serializer and touching apart.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SerializeOne(T value, Stream stream) => _codec.Serialize(value, stream);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeOne(Stream stream) => _codec.Deserialize(stream);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private long TouchOne(T value) => _case.Touch(value);
}
