namespace Fathom.Sources.Targets.Live;

/// <summary>How many times as long as on a quiet machine something takes now.</summary>
/// <param name="Calls">Calls that read another process, and nothing else.</param>
/// <param name="Work">Work that makes such calls, and computes in between.</param>
internal readonly record struct Pace(double Calls, double Work)
{
    /// <summary>A quiet machine.</summary>
    public static Pace Quiet { get; } = new(1, 1);
}
