using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Render.Formats;

namespace Fathom.Cli.Verbs;

/// <summary>What a verb wants to know of recordings, with all that its options say: made before anything is opened.</summary>
/// <param name="shape">The columns of the answer; null where only the answer knows them, which then shows them by <see cref="Inquiry.Show"/>.</param>
/// <param name="answer">Asks.</param>
internal class Question(ResultShape? shape, Func<Inquiry, CommandResult> answer)
{
    /// <summary>The columns of the answer.</summary>
    public ResultShape? Shape => shape;

    /// <summary>Asks the recordings. Notices of the recordings come to the notes of the answer by themselves.</summary>
    public Func<Inquiry, CommandResult> Answer => answer;

    /// <summary>Conditions on rows beside those of <c>--where</c>.</summary>
    public IReadOnlyList<Condition> Where { get; init; } = [];

    /// <summary>Whether tables have all rows where the user gives no other number: the answer itself is chosen to fit.</summary>
    public bool ShowsAll { get; init; }

    /// <summary>Writes tables and CSV in a way of the verb's own; null for the usual one.</summary>
    public Action<ResultTable, TextWriter, TableStyle>? Text { get; init; }
}
