namespace Fathom.Model.Results;

/// <summary>How much a column matters where a table is too wide for its place.</summary>
public enum ColumnRank
{
    /// <summary>Shown where there is room; the last columns are left out first.</summary>
    Usual,

    /// <summary>Never left out: it says what a row is about, or what was asked.</summary>
    Key,

    /// <summary>Shown in tables for people only when <c>--columns</c> asks for it; the other formats always have it.</summary>
    Detail,

    /// <summary>
    /// Left out of tables for people where the columns of this rank have the same values in all rows that are shown: the header of such an answer says it
    /// once. <c>--columns</c> brings it back; the other formats always have it.
    /// </summary>
    Common,
}
