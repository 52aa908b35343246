namespace Fathom.Tests.Query.Serializers;

/// <summary>A serializer of a made recording.</summary>
/// <param name="Name">Its name.</param>
/// <param name="WriteNs">Nanoseconds of a write in each process.</param>
/// <param name="ReadNs">Of a read.</param>
/// <param name="Size">Bytes of the output.</param>
internal sealed record MadeSerializer(string Name, double[] WriteNs, double[] ReadNs, long Size)
{
    public bool IsText { get; init; }

    /// <summary>What its authors say of foreign data.</summary>
    public string? Statement { get; init; }

    /// <summary>The round trip: ok, or what became of it.</summary>
    public string Outcome { get; init; } = "ok";

    /// <summary>Milliseconds of whole fresh processes.</summary>
    public double[] Walls { get; init; } = [];

    /// <summary>Outcomes of attacks.</summary>
    public string[] Attacks { get; init; } = [];

    /// <summary>Outcomes of changes of a type.</summary>
    public string[] Versions { get; init; } = [];

    /// <summary>Processes that take the same time, but for a part in a thousand from one to the next.</summary>
    public static double[] Steady(double ns, int launches = 5) => [.. Enumerable.Range(1, launches).Select(launch => ns * (1 + (0.001 * (launch * launch % 5))))];

    /// <summary>Processes that take by turns as long and some times as long.</summary>
    public static double[] Wild(double ns, double factor, int launches = 5) => [.. Enumerable.Range(1, launches).Select(launch => launch % 2 == 0 ? ns * factor : ns)];
}
