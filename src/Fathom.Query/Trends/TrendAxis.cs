namespace Fathom.Query.Trends;

/// <summary>What values are put in order by.</summary>
public enum TrendAxis
{
    /// <summary>Time; slopes are per hour.</summary>
    Time,

    /// <summary>The number in the label <c>context</c>, such as that of a test run; slopes are per iteration.</summary>
    Context,
}
