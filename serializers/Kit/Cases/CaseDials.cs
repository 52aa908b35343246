using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Cases;

/// <summary>What data a case is made of. Two runs with the same dials have the same data, which the hash of the content proves.</summary>
public sealed record CaseDials
{
    /// <summary>Objects: how many of what the case is a list of.</summary>
    public int N { get; init; } = 1;

    /// <summary>Bytes of payload per object, for cases that have one.</summary>
    public int Payload { get; init; }

    /// <summary>The seed of the generator.</summary>
    public ulong Seed { get; init; } = 42;

    /// <summary>Mean length of free text, characters.</summary>
    public int StringLength { get; init; } = 16;

    /// <summary>Characters of free text that are not ASCII, in percent.</summary>
    public int NonAsciiPercent { get; init; } = 5;

    /// <summary>How much of payload and text is drawn at random, in percent; the rest repeats, so that compressed sizes mean something.</summary>
    public int EntropyPercent { get; init; } = 50;

    /// <summary>Members that may be null and are, in percent.</summary>
    public int NullPercent { get; init; } = 10;

    /// <summary>Depth of what may nest.</summary>
    public int Nesting { get; init; } = 3;

    /// <summary>Adds the dials to a line.</summary>
    public Message AddTo(Message message) => message
        .With("n", N).With("payload", Payload).With("seed", (long)Seed).With("string_length", StringLength).With("non_ascii_percent", NonAsciiPercent)
        .With("entropy_percent", EntropyPercent).With("null_percent", NullPercent).With("nesting", Nesting);

    /// <summary>Reads the dials of a line; what it lacks is the default.</summary>
    /// <exception cref="ProtocolException">One is out of range.</exception>
    public static CaseDials From(Message message)
    {
        CaseDials none = new();
        return new CaseDials
        {
            N = Bounded(message, "n", none.N, 0, 100_000_000),
            Payload = Bounded(message, "payload", none.Payload, 0, 100_000_000),
            Seed = (ulong)message.Number("seed", (long)none.Seed),
            StringLength = Bounded(message, "string_length", none.StringLength, 0, 100_000_000),
            NonAsciiPercent = Bounded(message, "non_ascii_percent", none.NonAsciiPercent, 0, 100),
            EntropyPercent = Bounded(message, "entropy_percent", none.EntropyPercent, 0, 100),
            NullPercent = Bounded(message, "null_percent", none.NullPercent, 0, 100),
            Nesting = Bounded(message, "nesting", none.Nesting, 0, 1_000_000),
        };
    }

    private static int Bounded(Message message, string name, int otherwise, int least, int most)
    {
        long value = message.Number(name, otherwise);
        return value >= least && value <= most ? (int)value : throw new ProtocolException($"'{name}={value}' is not between {least} and {most}");
    }
}
