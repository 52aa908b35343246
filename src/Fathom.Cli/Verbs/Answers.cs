using Fathom.Cli.Output;
using Fathom.Model.Results;
using Fathom.Query.Info;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Verbs;

/// <summary>The way of every verb from a question to an exit code: columns are compared with what is asked of them, recordings are opened and asked, the answer is shown.</summary>
internal static class Answers
{
    /// <summary>Refuses what cannot be shown, before anything is opened.</summary>
    /// <returns>The request, and how it is shown where the columns are known.</returns>
    /// <exception cref="FathomException">A column does not exist, a value does not fit it (<see cref="ExitCode.Usage"/>), the file has another header (<see cref="ExitCode.Target"/>).</exception>
    public static (OutputRequest Request, OutputPlan? Plan) Bind(Asked asked, Question question)
    {
        OutputRequest request = question.Where.Count == 0 ? asked.Request : asked.Request with { Where = [.. asked.Request.Where, .. question.Where] };
        if (question.ShowsAll)
            request = request with { Top = request.IsTopGiven ? request.Top : null, ChoosesColumns = false };
        return (request, question.Shape is { } shape ? request.Bind(shape) : null);
    }

    /// <summary>Asks open recordings and shows the answer.</summary>
    /// <param name="asked">The run.</param>
    /// <param name="question">What is asked.</param>
    /// <param name="bound">What <see cref="Bind"/> gave.</param>
    /// <param name="recordings">What is asked.</param>
    /// <param name="subjects">What they are called on the command line.</param>
    /// <param name="missing">What was asked for and could not be had, a sentence each.</param>
    public static ExitCode Publish(
        Asked asked,
        Question question,
        (OutputRequest Request, OutputPlan? Plan) bound,
        IReadOnlyList<RecordingReader> recordings,
        IReadOnlyList<string> subjects,
        IReadOnlyList<string>? missing = null) =>
        ImpossibleContent.OrSay(recordings, () => Show(asked, question, bound, recordings, subjects, missing ?? []), asked.Context.Stop);

    private static ExitCode Show(
        Asked asked, Question question, (OutputRequest Request, OutputPlan? Plan) bound, IReadOnlyList<RecordingReader> recordings, IReadOnlyList<string> subjects, IReadOnlyList<string> missing)
    {
        using QuerySession session = QuerySession.Open(recordings);
        Inquiry inquiry = new(asked, bound, session, subjects);
        CommandResult answer;
        using (asked.Context.ShowStep("answering"))
            answer = question.Answer(inquiry);
        ResultTable? about = asked.Request.Target.Format.TellsAbout ? AboutTable.Of(session, subjects, asked.Context.Stop) : null;
        // Two recordings of one origin lack the same. What is a warning is no note too.
        IEnumerable<string> notices = (recordings.Count > 1 ? session.Notices.Distinct() : session.Notices).Where(notice => !missing.Contains(notice));
        return inquiry.Plan.Publish(answer with { About = about, Notes = [.. notices, .. answer.Notes], Missing = [.. answer.Missing, .. missing] }, question.Text);
    }
}
