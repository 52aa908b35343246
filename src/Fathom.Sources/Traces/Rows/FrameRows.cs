using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Sources.Origins;

namespace Fathom.Sources.Traces.Rows;

/// <summary>Writes the stacks of traces with their names: each place of code is named once. Stacks and frames of a further trace are numbered behind those before.</summary>
/// <param name="sink">Gets the rows.</param>
internal sealed class FrameRows(IRecordingSink sink)
{
    private readonly MethodOrigins _origins = new();
    private readonly Dictionary<(string, string), uint> _methods = [];
    private readonly Dictionary<string, (long Frames, long Named)> _shares = [];
    private uint _framesBefore;
    private uint _stacksBefore;
    private uint _lastImage;
    private uint[] _methodOfFrame = [];
    private (string Kind, bool IsNamed)[] _kindOfFrame = [];
    private bool[] _isStart = [];
    private long[] _usesOfFrame = [];

    /// <summary>Writes frames, methods, stacks, where frames come from, and the shares of named frames.</summary>
    /// <param name="traceId">The trace.</param>
    /// <param name="stacks">The stacks.</param>
    /// <param name="names">Names frames by their numbers.</param>
    /// <param name="stop">Ends it.</param>
    public void Write(uint traceId, IFrameStacks stacks, IFrameNames names, CancellationToken stop)
    {
        _shares.Clear();
        WriteFrames(stacks, names, stop);
        WriteStacks(stacks, stop);
        WritePlaces(traceId, stacks, names);
        foreach ((string kind, (long frames, long named)) in _shares)
        {
            TraceNamingRow row = new(traceId, sink.Ids.Text(kind), frames, named);
            sink.Write(new ReadOnlySpan<TraceNamingRow>(in row));
        }

        _framesBefore += (uint)stacks.FrameCount;
        _stacksBefore += (uint)stacks.Count;
    }

    private void WriteFrames(IFrameStacks stacks, IFrameNames names, CancellationToken stop)
    {
        RowBatch<FrameRow> frames = new(sink);
        RowBatch<MethodRow> methods = new(sink);
        RowBatch<FrameLineRow> lines = new(sink);
        bool hasLines = sink.Keeps<FrameLineRow>();
        _methodOfFrame = new uint[stacks.FrameCount + 1];
        _kindOfFrame = new (string, bool)[stacks.FrameCount + 1];
        _isStart = new bool[stacks.FrameCount + 1];
        for (int frame = 1; frame <= stacks.FrameCount; frame++)
        {
            stop.ThrowIfCancellationRequested();
            PlaceName name = names.NameOf(frame);
            string text = name.Name ?? name.WithoutName;
            if (!_methods.TryGetValue((text, name.Module), out uint method))
            {
                _methods.Add((text, name.Module), method = (uint)_methods.Count + 1);
                string? origin = IsMadeByRuntime(text) ? null : _origins.Of(name.Kind, name.Path, name.Pid);
                methods.Add(new MethodRow(method, sink.Ids.Text(text), sink.Ids.Text(name.Module), sink.Ids.Text(origin)));
            }

            (_methodOfFrame[frame], _kindOfFrame[frame]) = (method, (name.Kind, name.Name is not null));
            _isStart[frame] = name.Kind == "native" && ThreadStarts.Are(text);
            frames.Add(new FrameRow(_framesBefore + (uint)frame, method, sink.Ids.Text(name.Kind), (long)name.Offset));
            if (hasLines)
                lines.Add(RowOf(_framesBefore + (uint)frame, names.LineOf(frame)));
        }

        frames.Flush();
        methods.Flush();
        lines.Flush();
        TellWhoWasNotAsked(stacks, names);
    }

    // Stubs between managed and native code lie in the image of their caller, where they were compiled ahead of time.
    private static bool IsMadeByRuntime(string method) => method.StartsWith("dynamicClass.", StringComparison.Ordinal);

    // Programs that were not recorded would hide how well those are named that were. One whose runtime was asked is not among them, however little it told.
    private void TellWhoWasNotAsked(IFrameStacks stacks, IFrameNames names)
    {
        Dictionary<int, bool> asked = [];
        for (int frame = 1; frame <= stacks.FrameCount; frame++)
        {
            if (_kindOfFrame[frame].IsNamed)
                continue;
            int image = names.PlaceOf(frame).Image;
            if (!asked.TryGetValue(image, out bool isAsked))
                asked.Add(image, isAsked = names.FactsOf(image) is not { Kind: "compiled", IsTold: false });
            if (!isAsked)
                _kindOfFrame[frame] = (TraceNamingRow.NotTold, false);
        }
    }

    private void WriteStacks(IFrameStacks stacks, CancellationToken stop)
    {
        RowBatch<StackFrameRow> frames = new(sink);
        RowBatch<StackMethodRow> methods = new(sink);
        DistinctMethods distinct = new();
        _usesOfFrame = new long[stacks.FrameCount + 1];
        for (int stack = 1; stack <= stacks.Count; stack++)
        {
            stop.ThrowIfCancellationRequested();
            distinct.Clear();
            int depth = 0;
            long use = stacks.UsesOf(stack);
            ReadOnlySpan<uint> of = stacks.Find(stack);
            int? exact = stacks.ExactOf(stack);
            if (exact == of.Length - 1 && _isStart[of[^1]])
                exact = of.Length;
            foreach (uint frame in of)
            {
                bool? isExact = exact is { } count ? depth < count : null;
                frames.Add(new StackFrameRow(_stacksBefore + (uint)stack, depth++, _framesBefore + frame, isExact));
                distinct.Add(_stacksBefore + (uint)stack, _methodOfFrame[frame], isExact);
                (string kind, bool isNamed) = _kindOfFrame[frame];
                (long all, long named) = _shares.GetValueOrDefault(kind);
                _shares[kind] = (all + use, named + (isNamed ? use : 0));
                _usesOfFrame[frame] += use;
            }

            foreach (ref readonly StackMethodRow method in distinct.Rows)
                methods.Add(in method);
        }

        frames.Flush();
        methods.Flush();
    }

    private void WritePlaces(uint traceId, IFrameStacks stacks, IFrameNames names)
    {
        RowBatch<FramePlaceRow> places = new(sink);
        RowBatch<CodeImageRow> images = new(sink);
        Dictionary<int, uint> numbers = [];
        for (int frame = 1; frame <= stacks.FrameCount; frame++)
        {
            (int number, ulong place) = names.PlaceOf(frame);
            if (!numbers.TryGetValue(number, out uint image))
            {
                numbers.Add(number, image = ++_lastImage);
                images.Add(RowOf(image, traceId, names.FactsOf(number)));
            }

            places.Add(new FramePlaceRow(_framesBefore + (uint)frame, image, place, _usesOfFrame[frame], _kindOfFrame[frame].IsNamed));
        }

        places.Flush();
        images.Flush();
    }

    private FrameLineRow RowOf(uint frame, SourceLine line) => new(
        frame, sink.Ids.Text(line.File), sink.Ids.Text(line.Path), line.Path is null ? null : line.Line, sink.Ids.Text(line.Text), sink.Ids.Text(line.Reason),
        sink.Ids.Text(line.InlinedMethod));

    private CodeImageRow RowOf(uint number, uint traceId, CodeImageFacts image) => new(
        number,
        traceId,
        sink.Ids.Text(image.Kind),
        sink.Ids.Text(image.Name),
        sink.Ids.Text(image.Path),
        sink.Ids.Text(image.BuildId),
        sink.Ids.Text(image.SymbolFile),
        sink.Ids.Text(image.Version),
        image.Pid,
        (long?)image.Mapped?.FileOffset,
        (long?)image.Mapped?.Bytes,
        image.IsComplete,
        sink.Ids.Text(image.Reason));
}
