using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Checks;

/// <summary>Checks of one kind that are made with every serializer.</summary>
/// <param name="name">The lane in tables.</param>
public abstract class CheckLane(string name)
{
    /// <summary>The lane in tables.</summary>
    public string Name { get; } = name;

    /// <summary>Makes the checks with one serializer. Whatever its process does becomes rows.</summary>
    /// <param name="serializer">The serializer.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public abstract Task RunAsync(OfferedSerializer serializer, CheckRows to, CancellationToken stop);

    /// <summary>Starts the program of a serializer.</summary>
    protected static RunnerProcess Start(OfferedSerializer serializer, IReadOnlyDictionary<string, string> environment) =>
        RunnerProcess.Start(serializer.Program, environment, serializer.Entry, "serve");

    /// <summary>Adds a row.</summary>
    protected void Write(CheckRows to, OfferedSerializer serializer, string check, string outcome, string detail, CheckFigures figures = default)
    {
        SerializerCheckRow row = new(
            serializer.Id, to.Ids.Text(Name), to.Ids.Text(check), to.Ids.Text(outcome), detail.Length == 0 ? TextId.None : to.Ids.Text(detail),
            figures.InputBytes, figures.PeakBytes, figures.LohBytes, figures.ResidentBytes, figures.ResidentInputBytes, figures.DurationNs);
        to.Add(in row);
    }

    /// <summary>The outcome of an answer that did not end well: a throw is a refusal, a process that is gone a crash or hang.</summary>
    protected static string OutcomeOf(Answer answer) => answer.Outcome switch
    {
        AnswerOutcome.Crash => "crash",
        AnswerOutcome.Hang => "hang",
        _ => "refused",
    };
}
