using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Output;
using Fathom.Render.Serializers;
using Fathom.Render.Text;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>--page</c>: the comparison as a file for a browser. A quick measurement writes one without being asked, but replaces nothing for it.</summary>
internal sealed class PageOptions
{
    private const string Usual = "serializers.html";

    private readonly Option<string?> _page = OptionCatalog.Value(
        "--page", "FILE.html", $"Writes all results as one page that needs no network; --quick writes {Usual} when there is none yet.");

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="layout">The option about its files, which stands beside.</param>
    public PageOptions(GroupedCommand command, Option layout) => command.AddGroup("Files").Add(_page, layout);

    /// <summary>The option.</summary>
    public Option Option => _page;

    /// <summary>Refuses what is known to fail, before anything is measured.</summary>
    /// <param name="asked">The run.</param>
    /// <param name="isQuick">Whether a page is written where none is asked for.</param>
    /// <returns>Writes the page.</returns>
    /// <exception cref="FathomException">The file exists, or cannot be where it should be (<see cref="ExitCode.Target"/>).</exception>
    public Action<RecordingReader> Read(Asked asked, bool isQuick)
    {
        bool force = asked.Request.Target.Force;
        if (asked.Value(_page) is { } file)
        {
            NewFile.Check(file, force);
            return recording => Write(file, force, recording, asked.Context);
        }

        return isQuick ? recording => TryUsual(force, recording, asked.Context) : static _ => { };
    }

    private static void TryUsual(bool force, RecordingReader recording, CommandContext context)
    {
        if (!force && File.Exists(Usual))
        {
            context.Note($"'{Usual}' exists already, so the page was not written: --force replaces it, --page FILE.html names another");
            return;
        }

        try
        {
            Write(Usual, force, recording, context);
        }
        catch (FathomException reason)
        {
            // Nobody asked for this file; the tables are the answer.
            context.Note($"the page was not written: {SafeText.Of(reason.Message)}");
        }
    }

    private static void Write(string file, bool force, RecordingReader recording, CommandContext context)
    {
        using QuerySession session = QuerySession.Open(recording);
        SerializerPageReport report = new(session, 0, context.Stop);
        NewFile.Write(file, force, stream => SerializerPage.Write(report.Tables(), stream));
        context.Note($"the page is '{SafeText.Of(file)}': open it in a browser");
    }
}
