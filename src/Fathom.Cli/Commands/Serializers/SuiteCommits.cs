using Fathom.Cli.Frame;
using Fathom.Render.Text;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>Makes what is finished safe while a measurement that is to be saved goes on, so that even a killed one loses little.</summary>
/// <param name="writer">The recording.</param>
/// <param name="save">Where it is kept; null when it is not.</param>
/// <param name="context">The run.</param>
internal sealed class SuiteCommits(RecordingWriter writer, string? save, CommandContext context)
{
    // A commit takes some milliseconds between two processes, where nothing is timed. At first each process is made safe, so that a short measurement that is killed loses little too.
    private const int MostLostOf = 8;
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(5);

    private long _begun;
    private long _last;
    private bool _hasBegun;
    private bool _canResume;

    /// <summary>From now on there is something to keep.</summary>
    /// <param name="canResume">Whether <c>--resume</c> can go on with it.</param>
    public void Begin(bool canResume = true)
    {
        (_hasBegun, _canResume) = (true, canResume);
        _begun = _last = context.Time.GetTimestamp();
    }

    /// <summary>A process has ended, and its rows are written.</summary>
    public void CellEnded()
    {
        TimeSpan since = context.Time.GetElapsedTime(_last);
        if (save is null || !_hasBegun || (since < s_interval && since < context.Time.GetElapsedTime(_begun) / MostLostOf))
            return;
        writer.Commit(complete: false);
        _last = context.Time.GetTimestamp();
    }

    /// <summary>The measurement was interrupted: keeps what is finished, and says how to go on.</summary>
    public void KeepFinished()
    {
        if (!_hasBegun)
            return;
        if (save is null)
        {
            context.Note(!_canResume ? "nothing was kept; with --save NAME.fathom what is finished is" : "nothing was kept; with --save NAME.fathom what is finished is, and --resume goes on with it");
            return;
        }

        writer.Commit(complete: false);
        string name = SafeText.Of(CommandText.Join([save]));
        context.Note(!_canResume ? $"what was finished is in {name}" : $"what was finished is in {name}: 'fathom serializers --resume {name}' goes on with the rest");
    }
}
