using Fathom.Query.Questions;

namespace Fathom.Query.Comparing;

/// <summary>Which figure of rows is set against that of other recordings, and by what.</summary>
/// <param name="compared">The figures of the verb.</param>
/// <param name="asked">The figure that was asked for; null for the usual one.</param>
/// <param name="perSecond">Whether by the second; else by the run.</param>
internal sealed class ComparedFigure(ComparedColumns compared, string? asked, bool perSecond)
{
    /// <summary>The figure of rows that are not own code.</summary>
    public string Name { get; } = asked ?? compared.Figure;

    /// <summary>The figure of rows of own code where it is another one; else null.</summary>
    public string? OfOwn { get; } = asked is null && compared.OwnFigure != compared.Figure ? compared.OwnFigure : null;

    /// <summary>By what it is told, for people; null for what does not grow with the time that is recorded.</summary>
    public string? Per => IsScaled(Name) ? "per second recorded" : compared.Grows.Contains(Name) ? "per run" : null;

    /// <summary>The figure of one row.</summary>
    /// <param name="known">The row in each recording that has it.</param>
    public string Of(IEnumerable<ComparedRun.Figures> known) => OfOwn is { } own && known.Any(static row => row.IsOwn) ? own : Name;

    /// <summary>Whether a figure is divided by the time that was recorded.</summary>
    public bool IsScaled(string figure) => perSecond && compared.Grows.Contains(figure);
}
