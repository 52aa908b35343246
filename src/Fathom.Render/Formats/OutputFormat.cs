using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;

namespace Fathom.Render.Formats;

/// <summary>A format of <c>--format</c>. A new one is a class like the four below, and its place in <see cref="All"/>.</summary>
/// <param name="name">What <c>--format</c> calls it.</param>
/// <param name="title">What a sentence calls what is written.</param>
/// <param name="extension">How the names of its files end.</param>
public abstract class OutputFormat(string name, string title, string extension)
{
    /// <summary>For people, in readable units.</summary>
    public static OutputFormat Table { get; } = new TableRenderer();

    /// <summary>RFC 4180 with a header, in base units.</summary>
    public static OutputFormat Csv { get; } = new CsvRenderer();

    /// <summary>A GitHub table, in readable units.</summary>
    public static OutputFormat Markdown { get; } = new MarkdownRenderer();

    /// <summary>All, in the order in which they are listed.</summary>
    public static IReadOnlyList<OutputFormat> All { get; } = [Table, Csv, new JsonRenderer(), Markdown];

    /// <summary>Those for stacks, which other tools read, of answers that have <see cref="CommandResult.Stacks"/>.</summary>
    public static IReadOnlyList<OutputFormat> OfStacks { get; } =
        [new PageRenderer(), new FoldedRenderer(), new SpeedscopeRenderer(), new PprofRenderer()];

    /// <summary>What <c>--format</c> calls it.</summary>
    public string Name { get; } = name;

    /// <summary>What a sentence calls what is written.</summary>
    public string Title { get; } = title;

    /// <summary>How the names of its files end.</summary>
    public string Extension { get; } = extension;

    /// <summary>Whether people read it: in readable units, and cut by <c>--top</c> by default. The others have all rows in base units.</summary>
    public virtual bool IsForPeople => false;

    /// <summary>Whether it writes stacks (<see cref="CommandResult.Stacks"/>) in place of a table.</summary>
    public virtual bool IsOfStacks => false;

    /// <summary>Whether it shows when things were measured (<see cref="StackExport.Times"/>).</summary>
    public virtual bool ShowsTimes => false;

    /// <summary>Whether a browser shows it.</summary>
    public virtual bool IsPage => false;

    /// <summary>Whether a terminal has no use for it, because it is a file for a browser or for a program.</summary>
    public virtual bool IsForFiles => false;

    /// <summary>Whether it has a place for <see cref="CommandResult.About"/>.</summary>
    public virtual bool TellsAbout => false;

    /// <summary>Writes a result.</summary>
    /// <param name="shaped">What to write.</param>
    /// <param name="to">Where to.</param>
    /// <param name="style">How tables look.</param>
    /// <param name="isFile">Whether it is a file of the user's.</param>
    /// <param name="own">Writes the rows in a way of the verb's own; null for the usual one. A format that such a text would not be of passes it over.</param>
    public abstract void Write(ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own);
}
