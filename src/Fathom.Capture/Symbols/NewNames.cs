using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Symbols;

/// <summary>The frames of a recording with the names that are found now. Frames that have a name keep it.</summary>
internal sealed class NewNames
{
    private const string Native = "native";
    private const string Compiled = "compiled";
    private const int BatchRows = 4096;

    private readonly RecordedStacks _stacks;
    private readonly List<RecordedImage> _images;
    private readonly List<RecordedFrame> _frames;
    private readonly List<RecordedMethod> _methods;
    private readonly NamingShares _shares;
    private readonly HashSet<uint> _left = [];

    /// <summary>Looks for names.</summary>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public NewNames(RecordedStacks stacks, SymbolSearch search, CompiledMaps maps, CancellationToken stop)
    {
        (_stacks, _shares) = (stacks, new NamingShares(stacks.Naming()));
        _images = [.. stacks.Images()];
        _frames = [.. stacks.Frames()];
        _methods = [.. stacks.Methods()];
        HashSet<uint> unnamed = [.. _frames.Where(static frame => !frame.IsNamed).Select(static frame => frame.ImageId)];
        Dictionary<uint, SearchedImage> files = [];
        foreach (RecordedImage image in _images.Where(image => unnamed.Contains(image.ImageId)))
        {
            stop.ThrowIfCancellationRequested();
            if (image is { SymbolFile: { } symbols })
            {
                files.Add(image.ImageId, SearchedImage.Of(image, search.FindPdb(symbols, image.BuildId ?? "", (ulong?)image.MappedBytes)));
            }
            else if (image is { Kind: Native, Path: { } path })
            {
                CodeRange? mapped = image is { MappedFileOffset: { } offset, MappedBytes: { } bytes } ? new CodeRange((ulong)offset, (ulong)bytes) : null;
                files.Add(image.ImageId, SearchedImage.Of(image, search.Find(path, image.BuildId ?? "", mapped)));
            }
            else if (image is { Kind: Compiled, Pid: { } pid })
            {
                files.Add(image.ImageId, SearchedImage.Of(image, maps, pid));
            }
        }

        HashSet<uint> named = [.. _frames.Where(static frame => frame.IsNamed).Select(static frame => frame.ImageId)];
        Given = Name(files, stop);
        HashSet<uint> told =
            [.. files.Values.Where(file => file.IsUntold && !named.Contains(file.Image.ImageId) && file.Now() is not null).Select(static file => file.Image.ImageId)];
        foreach (RecordedFrame frame in _frames.Where(frame => told.Contains(frame.ImageId)))
            _shares.Tell(files[frame.ImageId].Image.TraceId, frame.Kind, frame.FrameCount);
        HasChanged = Given.PlaceCount > 0;
        for (int i = 0; i < _images.Count; i++)
        {
            // What was read before and is gone now is not forgotten.
            if (files.TryGetValue(_images[i].ImageId, out SearchedImage? file) && file.Now() is { } now && (now.IsComplete || !_images[i].IsComplete))
            {
                HasChanged |= now != _images[i];
                _images[i] = now;
            }
        }
    }

    /// <summary>What was named.</summary>
    public NamesGiven Given { get; }

    /// <summary>Whether anything is known now that was not.</summary>
    public bool HasChanged { get; private set; }

    /// <summary>Writes the tables in which they are.</summary>
    public void Write(IRecordingSink sink)
    {
        _shares.Write(sink);
        sink.Write<CodeImageRow>([.. _images.Select(image => Row(sink, image))]);
        HashSet<uint> used = [.. _frames.Select(static frame => frame.MethodId)];
        foreach (RecordedMethod[] some in _methods.Where(method => used.Contains(method.MethodId) || !_left.Contains(method.MethodId)).Chunk(BatchRows))
            sink.Write<MethodRow>([.. some.Select(method => new MethodRow(
                method.MethodId, sink.Ids.Text(method.Name), sink.Ids.Text(method.Module), sink.Ids.Text(method.Origin)))]);
        foreach (RecordedFrame[] some in _frames.Chunk(BatchRows))
        {
            sink.Write<FrameRow>([.. some.Select(frame => new FrameRow(frame.FrameId, frame.MethodId, sink.Ids.Text(frame.Kind), frame.Offset))]);
            sink.Write<FramePlaceRow>([.. some.Select(static frame => new FramePlaceRow(frame.FrameId, frame.ImageId, frame.Place, frame.FrameCount, frame.IsNamed))]);
        }

        WriteStacks(sink);
    }

    private NamesGiven Name(Dictionary<uint, SearchedImage> files, CancellationToken stop)
    {
        Dictionary<(string, string?), uint> methods = [];
        foreach (RecordedMethod method in _methods)
            methods.TryAdd((method.Name, method.Module), method.MethodId);
        uint last = _methods.Count == 0 ? 0 : _methods.Max(static method => method.MethodId);
        long places = 0, frames = 0;
        HashSet<uint> named = [];
        for (int i = 0; i < _frames.Count; i++)
        {
            stop.ThrowIfCancellationRequested();
            RecordedFrame frame = _frames[i];
            if (frame.IsNamed || !files.TryGetValue(frame.ImageId, out SearchedImage? file) || file.Find(frame.Place) is not var (name, module, offset))
                continue;
            if (!methods.TryGetValue((name, module), out uint method))
            {
                methods.Add((name, module), method = ++last);
                _methods.Add(new RecordedMethod(method, name, module, frame.Kind == Native ? Native : null));
            }

            _left.Add(frame.MethodId);
            _frames[i] = frame with { MethodId = method, Offset = (long)offset, IsNamed = true };
            _shares.Name(file.Image.TraceId, frame.Kind, frame.FrameCount);
            places++;
            frames += frame.FrameCount;
            named.Add(frame.ImageId);
        }

        return new NamesGiven(places, frames, named.Count);
    }

    private void WriteStacks(IRecordingSink sink)
    {
        Dictionary<uint, uint> methodOf = _frames.ToDictionary(static frame => frame.FrameId, static frame => frame.MethodId);
        RowBatch<StackMethodRow> rows = new(sink);
        DistinctMethods distinct = new();
        uint last = 0;
        _stacks.Walk((stack, frame, isExact) =>
        {
            if (stack != last)
                Add();
            last = stack;
            if (!methodOf.TryGetValue(frame, out uint method))
                throw FathomException.Target("A stack of the recording refers to a missing frame.", "record again, or use another copy");
            distinct.Add(stack, method, isExact);
        });
        Add();
        rows.Flush();

        void Add()
        {
            foreach (ref readonly StackMethodRow row in distinct.Rows)
                rows.Add(in row);
            distinct.Clear();
        }
    }

    private static CodeImageRow Row(IRecordingSink sink, RecordedImage image) => new(
        image.ImageId,
        image.TraceId,
        sink.Ids.Text(image.Kind),
        sink.Ids.Text(image.Name),
        sink.Ids.Text(image.Path),
        sink.Ids.Text(image.BuildId),
        sink.Ids.Text(image.SymbolFile),
        sink.Ids.Text(image.Version),
        image.Pid,
        image.MappedFileOffset,
        image.MappedBytes,
        image.IsComplete,
        sink.Ids.Text(image.Reason));
}
