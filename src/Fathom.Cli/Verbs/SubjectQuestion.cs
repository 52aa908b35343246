using Fathom.Capture.Subjects;
using Fathom.Model.Results;

namespace Fathom.Cli.Verbs;

/// <summary>A question to processes, files or recordings.</summary>
/// <param name="shape">The columns of the answer.</param>
/// <param name="reader">What is read of each of them where it is no recording yet.</param>
/// <param name="answer">Asks.</param>
internal sealed class SubjectQuestion(ResultShape shape, SubjectReader reader, Func<Inquiry, CommandResult> answer) : Question(shape, answer)
{
    /// <summary>What is read of each of them where it is no recording yet.</summary>
    public SubjectReader Reader => reader;
}
