namespace Fathom.Render.Formats;

/// <summary>A format of <c>--format</c>.</summary>
public enum OutputFormat
{
    /// <summary>For people, in readable units.</summary>
    Table,

    /// <summary>RFC 4180 with a header, in base units.</summary>
    Csv,

    /// <summary>One object with rows, totals, losses and notes, in base units.</summary>
    Json,

    /// <summary>A GitHub table, in readable units.</summary>
    Markdown,
}
