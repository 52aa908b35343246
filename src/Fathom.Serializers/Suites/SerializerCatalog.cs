using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Suites;

/// <summary>Asks programs which serializers they offer, and writes them down.</summary>
/// <param name="programs">The built programs.</param>
/// <param name="plan">Which are wanted.</param>
public sealed class SerializerCatalog(IReadOnlyList<BuiltProgram> programs, SuitePlan plan)
{
    private static readonly TimeSpan s_deadline = TimeSpan.FromSeconds(30);

    /// <summary>Asks each; one that crashes or does not answer is not available.</summary>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public async Task<IReadOnlyList<OfferedSerializer>> ReadAsync(IProgress<Progress> progress, CancellationToken stop)
    {
        List<OfferedSerializer> all = [];
        for (int i = 0; i < programs.Count; i++)
        {
            progress.Report(new Progress("querying the programs", i, programs.Count));
            await AddAsync(programs[i], all, stop).ConfigureAwait(false);
        }

        return all;
    }

    /// <summary>Writes them as rows.</summary>
    public static void Write(IReadOnlyList<OfferedSerializer> all, IRecordingSink to)
    {
        SerializerRow[] rows = [.. all.Select(one => Row(one, to.Ids))];
        to.Write<SerializerRow>(rows);
    }

    private async Task AddAsync(BuiltProgram program, List<OfferedSerializer> to, CancellationToken stop)
    {
        if (program.Executable is null)
        {
            // What its source says that it would offer.
            string[] names = [.. program.Project.Entries.DefaultIfEmpty(program.Project.Name).Where(plan.Takes)];
            foreach (string name in names)
                to.Add(Offered(name, program, null, program.Reason));
            return;
        }

        Answer entries;
        using (RunnerProcess process = RunnerProcess.Start(program, plan.Environment, "entries"))
            entries = await process.ReadToEndAsync(s_deadline, stop).ConfigureAwait(false);
        if (!entries.IsOk)
            to.Add(Offered(program.Project.Name, program, null, entries.Detail));
        foreach (Message entry in entries.Lines)
        {
            string name = entry.Required("name");
            if (!plan.Takes(name))
                continue;
            using RunnerProcess process = RunnerProcess.Start(program, plan.Environment, name, "serve");
            Answer facts = await process.AskAsync(new Message("describe"), s_deadline, stop).ConfigureAwait(false);
            to.Add(Offered(name, program, facts.IsOk ? facts.Line("serializer") : null, facts.Detail));
        }

        OfferedSerializer Offered(string entry, BuiltProgram of, Message? facts, string reason) =>
            new((uint)to.Count + 1, of.Target.Package is { } package ? $"{entry} {package.Version}" : entry, of, facts, reason) { Entry = entry };
    }

    private static SerializerRow Row(OfferedSerializer one, Interner ids)
    {
        return new SerializerRow(
            one.Id, ids.Text(one.Name), ids.Text(one.Program.Label), Fact("library"), Fact("version"), Fact("format"), one.Facts?.Text("text") == "1" ? 1 : 0,
            Fact("settings"), ids.Text(one.Facts?.Text("role") ?? "serializer"), Fact("runtime"), ids.Text(one.Build),
            ids.Text(one.IsAvailable ? "available" : "not available"), TextOrNone(one.Reason), Fact("unsafe"), Fact("verified"));

        TextId Fact(string name) => TextOrNone(one.Facts?.Text(name));

        TextId TextOrNone(string? text) => string.IsNullOrEmpty(text) ? TextId.None : ids.Text(text);
    }
}
