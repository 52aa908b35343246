using Fathom.Model;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Storage.Stacks;

/// <summary>Reads the stacks of the traces in a recording with all that is needed to name their frames again. Everything that is read is compared with its checksum before.</summary>
public sealed class RecordedStacks : IDisposable
{
    private readonly RecordingReader _recording;
    private readonly PartQuery _parts;
    private readonly Utf8StringCache _texts = new();

    /// <summary>Opens them.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public RecordedStacks(RecordingReader recording, CancellationToken stop)
    {
        _recording = recording;
        _parts = new PartQuery(recording.PartFiles, stop);
    }

    /// <summary>Whether a recording tells where the code of its frames lies.</summary>
    public static bool AreIn(RecordingReader recording) => recording.PartFiles(CodeImageRow.Schema.Name).Count > 0 && recording.PartFiles(FramePlaceRow.Schema.Name).Count > 0;

    /// <summary>What frames come from.</summary>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public IReadOnlyList<RecordedImage> Images()
    {
        List<RecordedImage> images = [];
        string file = _parts.Has(CodeImageRow.Schema.Name, "symbol_file") ? "symbol_file" : "NULL::VARCHAR";
        Read(
            $"SELECT image_id, trace_id, kind, name, path, build_id, {file}, version, pid, mapped_file_offset, mapped_bytes, complete, reason FROM {{code_image}} ORDER BY image_id",
            [CodeImageRow.Schema.Name],
            chunk =>
            {
                for (int i = 0; i < chunk.RowCount; i++)
                {
                    images.Add(new RecordedImage(
                        chunk.Column(0).Values<uint>()[i],
                        chunk.Column(1).Values<uint>()[i],
                        Text(chunk, 2, i) ?? "",
                        Text(chunk, 3, i) ?? "",
                        Text(chunk, 4, i),
                        Text(chunk, 5, i),
                        Text(chunk, 6, i),
                        Text(chunk, 7, i),
                        (int?)Number(chunk, 8, i),
                        Number(chunk, 9, i),
                        Number(chunk, 10, i),
                        chunk.Column(11).ToInt64(i) != 0,
                        Text(chunk, 12, i)));
                }
            });
        return images;
    }

    /// <summary>The frames.</summary>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public IReadOnlyList<RecordedFrame> Frames()
    {
        List<RecordedFrame> frames = [];
        Read(
            "SELECT f.frame_id, f.method_id, f.kind, f.\"offset\", p.image_id, p.place, p.frame_count, p.named FROM {frame} f JOIN {frame_place} p ON p.frame_id = f.frame_id ORDER BY f.frame_id",
            [FrameRow.Schema.Name, FramePlaceRow.Schema.Name],
            chunk =>
            {
                for (int i = 0; i < chunk.RowCount; i++)
                {
                    frames.Add(new RecordedFrame(
                        chunk.Column(0).Values<uint>()[i],
                        chunk.Column(1).Values<uint>()[i],
                        Text(chunk, 2, i) ?? "",
                        Number(chunk, 3, i),
                        chunk.Column(4).Values<uint>()[i],
                        chunk.Column(5).Values<ulong>()[i],
                        chunk.Column(6).Values<long>()[i],
                        chunk.Column(7).ToInt64(i) != 0));
                }
            });
        return frames;
    }

    /// <summary>The methods.</summary>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public IReadOnlyList<RecordedMethod> Methods()
    {
        List<RecordedMethod> methods = [];
        string origin = Ask(() => _parts.Has(MethodRow.Schema.Name, "origin")) ? "origin" : "CAST(NULL AS VARCHAR)";
        Read($"SELECT method_id, name, module, {origin} FROM {{method}} ORDER BY method_id", [MethodRow.Schema.Name], chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
                methods.Add(new RecordedMethod(chunk.Column(0).Values<uint>()[i], Text(chunk, 1, i) ?? "", Text(chunk, 2, i), Text(chunk, 3, i)));
        });
        return methods;
    }

    /// <summary>The shares of named frames.</summary>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public IReadOnlyList<RecordedNaming> Naming()
    {
        List<RecordedNaming> kinds = [];
        Read("SELECT trace_id, kind, frame_count, named_count FROM {trace_naming}", [TraceNamingRow.Schema.Name], chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
                kinds.Add(new RecordedNaming(chunk.Column(0).Values<uint>()[i], Text(chunk, 1, i) ?? "", chunk.Column(2).Values<long>()[i], chunk.Column(3).Values<long>()[i]));
        });
        return kinds;
    }

    /// <summary>All frames of all stacks, each stack in one piece.</summary>
    /// <param name="frame">Told the number of a stack, that of a frame, and whether its caller is certain.</param>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public void Walk(Action<uint, uint, bool?> frame)
    {
        string exact = Ask(() => _parts.Has(StackFrameRow.Schema.Name, "exact")) ? "exact" : "CAST(NULL AS BOOLEAN)";
        Read($"SELECT stack_id, frame_id, {exact} FROM {{stack_frame}} ORDER BY stack_id, depth", [StackFrameRow.Schema.Name], chunk =>
        {
            ReadOnlySpan<uint> stacks = chunk.Column(0).Values<uint>(), frames = chunk.Column(1).Values<uint>();
            ReadOnlySpan<byte> exacts = chunk.Column(2).Values<byte>();
            for (int i = 0; i < stacks.Length; i++)
                frame(stacks[i], frames[i], chunk.Column(2).IsNull(i) ? null : exacts[i] != 0);
        });
    }

    /// <inheritdoc/>
    public void Dispose() => _parts.Dispose();

    private void Read(string sql, string[] tables, PartQuery.ChunkReader read)
    {
        foreach (string table in tables)
            _recording.Check(table, static _ => true);
        Ask(() =>
        {
            _parts.Read(sql, tables, read);
            return true;
        });
    }

    private T Ask<T>(Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (DuckDbException error)
        {
            throw FathomException.Target($"The stacks in '{_recording.Path}' are damaged: {error.Message}.", "record again, or use another copy", error);
        }
    }

    private string? Text(DuckDbChunk chunk, int column, int row) => chunk.Column(column).IsNull(row) ? null : _texts.Get(chunk.Column(column).Utf8(row));

    private static long? Number(DuckDbChunk chunk, int column, int row) => chunk.Column(column).IsNull(row) ? null : chunk.Column(column).ToInt64(row);
}
