namespace Fathom.Model.Results;

/// <summary>Figures of a result that may be larger or smaller in truth, because something was lost. No limit is judged by them.</summary>
/// <param name="Totals">Names of totals rows.</param>
/// <param name="Rows">Whether the rows are such figures too.</param>
/// <param name="Reason">Why, in a few words.</param>
public sealed record Uncertainty(IReadOnlyList<string> Totals, bool Rows, string Reason);
