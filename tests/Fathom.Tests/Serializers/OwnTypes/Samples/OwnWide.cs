namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnWide
{
    public bool Flag { get; set; }

    public byte Small { get; set; }

    public short Short { get; set; }

    public ulong Large { get; set; }

    public float Single { get; set; }

    public double Double { get; set; }

    public char Letter { get; set; }

    public Guid Id { get; set; }

    public DateTimeOffset Moment { get; set; }

    public TimeSpan Duration { get; set; }

    public DateOnly Day { get; set; }

    public TimeOnly Time { get; set; }

    public Uri? Address { get; set; }

    public Version? Version { get; set; }

    public byte[] Bytes { get; set; } = [];

    public int[] Numbers { get; set; } = [];

    public HashSet<string> Names { get; set; } = [];

    public IReadOnlyList<double> Readings { get; set; } = [];

    public Dictionary<int, OwnState> States { get; set; } = [];

    public (int X, int Y) Pair { get; set; }

    public double? Maybe { get; set; }

    public OwnWide? Inner { get; set; }
}
