using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Rows;

/// <summary>Writes the stacks of a trace with their names: each place of code is named once.</summary>
/// <param name="traceId">The trace.</param>
/// <param name="stacks">The stacks.</param>
/// <param name="nameOf">Names a frame by its number.</param>
/// <param name="sink">Gets the rows.</param>
internal sealed class FrameRows(uint traceId, IFrameStacks stacks, Func<int, PlaceName> nameOf, IRecordingSink sink)
{
    private readonly Dictionary<(string, string), uint> _methods = [];
    private readonly Dictionary<string, (long Frames, long Named)> _shares = [];
    private uint[] _methodOfFrame = [];
    private (string Kind, bool IsNamed)[] _kindOfFrame = [];

    /// <summary>Writes frames, methods, stacks and the shares of named frames.</summary>
    /// <param name="stop">Ends it.</param>
    public void Write(CancellationToken stop)
    {
        WriteFrames(stop);
        WriteStacks(stop);
        foreach ((string kind, (long frames, long named)) in _shares)
        {
            TraceNamingRow row = new(traceId, sink.Ids.Text(kind), frames, named);
            sink.Write(new ReadOnlySpan<TraceNamingRow>(in row));
        }
    }

    private void WriteFrames(CancellationToken stop)
    {
        RowBatch<FrameRow> frames = new(sink);
        RowBatch<MethodRow> methods = new(sink);
        _methodOfFrame = new uint[stacks.FrameCount + 1];
        _kindOfFrame = new (string, bool)[stacks.FrameCount + 1];
        for (int frame = 1; frame <= stacks.FrameCount; frame++)
        {
            stop.ThrowIfCancellationRequested();
            PlaceName name = nameOf(frame);
            string text = name.Name ?? $"{name.Module}!?";
            if (!_methods.TryGetValue((text, name.Module), out uint method))
            {
                _methods.Add((text, name.Module), method = (uint)_methods.Count + 1);
                methods.Add(new MethodRow(method, sink.Ids.Text(text), sink.Ids.Text(name.Module)));
            }

            (_methodOfFrame[frame], _kindOfFrame[frame]) = (method, (name.Kind, name.Name is not null));
            frames.Add(new FrameRow((uint)frame, method, sink.Ids.Text(name.Kind), (long)name.Offset));
        }

        frames.Flush();
        methods.Flush();
    }

    private void WriteStacks(CancellationToken stop)
    {
        RowBatch<StackFrameRow> frames = new(sink);
        RowBatch<StackMethodRow> methods = new(sink);
        HashSet<uint> distinct = [];
        for (int stack = 1; stack <= stacks.Count; stack++)
        {
            stop.ThrowIfCancellationRequested();
            distinct.Clear();
            int depth = 0;
            long use = stacks.UsesOf(stack);
            foreach (ulong frame in stacks.Find(stack))
            {
                frames.Add(new StackFrameRow((uint)stack, depth++, (uint)frame));
                if (distinct.Add(_methodOfFrame[frame]))
                    methods.Add(new StackMethodRow((uint)stack, _methodOfFrame[frame]));
                (string kind, bool isNamed) = _kindOfFrame[frame];
                (long all, long named) = _shares.GetValueOrDefault(kind);
                _shares[kind] = (all + use, named + (isNamed ? use : 0));
            }
        }

        frames.Flush();
        methods.Flush();
    }
}
