using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>The first write and the first read of one type.</summary>
internal abstract class FirstCalls
{
    /// <summary>Bytes that were written.</summary>
    public abstract long SizeBytes { get; }

    /// <summary>Makes the data; nothing of a serializer runs.</summary>
    public static FirstCalls Prepare(SerializerCase one, CaseDials dials) => one.Accept(new Maker(dials));

    /// <summary>Makes the codec of the type and writes.</summary>
    public abstract void Write(SerializerAdapter adapter);

    /// <summary>Reads what was written.</summary>
    public abstract void Read();

    /// <summary>Reads every leaf of the result.</summary>
    public abstract long Touch();

    /// <summary>The first difference between what was written and what was read.</summary>
    public abstract Difference? Compare();

    private sealed class Maker(CaseDials dials) : ICaseVisitor<FirstCalls>
    {
        public FirstCalls Visit<T>(SerializerCase<T> data)
            where T : class => new Of<T>(data, data.Generate(new CaseData(dials)));
    }

    private sealed class Of<T>(SerializerCase<T> data, T value) : FirstCalls
        where T : class
    {
        private readonly MemoryStream _stream = new(64 * 1024);
        private Codec<T>? _codec;
        private T? _result;
        private long _sizeBytes;

        public override long SizeBytes => _sizeBytes;

        public override void Write(SerializerAdapter adapter)
        {
            _codec = adapter.Create<T>();
            _codec.Serialize(value, _stream);
            // Some readers close what they read from.
            _sizeBytes = _stream.Length;
            _stream.Position = 0;
        }

        public override void Read() => _result = _codec!.Deserialize(_stream);

        public override long Touch() => data.Touch(_result!);

        public override Difference? Compare() => DeepComparer.Compare(value, _result, data.SharesReferences);
    }
}
