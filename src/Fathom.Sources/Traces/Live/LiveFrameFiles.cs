using System.Collections.Concurrent;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Sources.Traces.Live;

/// <summary>
/// The files of processes that run. They are read by threads of their own, for a file system may let a reader wait for ever: a file is waited for a moment, and none while one is late.
/// </summary>
/// <remarks>
/// A file is opened as the process has it: by its mapping, which is the very file also where that was removed, else by its path in the root folder of the process, else by its path. It is used if its
/// build id or its number is that of the mapping.
/// </remarks>
internal sealed class LiveFrameFiles : IFrameFiles, IDisposable
{
    private const int PatienceMs = 50;
    private const int MostFiles = 1 << 14;
    private const int MostAttempts = 4;
    private const long BetweenMs = 1_000;

    private readonly Dictionary<(CodeImage Image, FileNumber File, int Pid), Question> _known = [];
    private readonly Queue _native;
    private readonly Queue _assemblies;

    /// <summary>Begins.</summary>
    public LiveFrameFiles()
    {
        // Assemblies are many and large. The C library, which is in nearly every stack of a wait, must not queue behind them.
        _native = new Queue("fathom files", ReadNative);
        _assemblies = new Queue("fathom assemblies", ReadAssembly);
    }

    /// <inheritdoc/>
    public long LeftOutCount => _native.Reader.Budget.LeftOutCount + _assemblies.Reader.Budget.LeftOutCount;

    /// <inheritdoc/>
    public IFrameTable? Of(in CodeMapping mapping, int pid)
    {
        Question question = Of(in mapping, pid, owner: 0);

        // Another process can have another bundle of the same path and build.
        if (question.IsAnswered && question.Frames is BundleFrames && question.Pid != pid)
            question = Of(in mapping, pid, owner: pid);
        return question.IsAnswered ? question.Frames : null;
    }

    /// <summary>Ends. A file that is late is not waited for.</summary>
    public void Dispose()
    {
        _native.Dispose();
        _assemblies.Dispose();
    }

    private Question Of(in CodeMapping mapping, int pid, int owner)
    {
        if (!_known.TryGetValue((mapping.Image, mapping.File, owner), out Question? question))
        {
            if (_known.Count >= MostFiles)
                _known.Clear();
            _known.Add((mapping.Image, mapping.File, owner), question = new Question());
        }

        if (question.MayAsk)
            Ask(question, in mapping, pid);
        return question;
    }

    private void Ask(Question question, in CodeMapping mapping, int pid)
    {
        if (mapping.Image.Path is not ['/', not '/', ..])
        {
            question.Close();
            return;
        }

        question.Begin(mapping, pid);
        switch (mapping.Image.Kind)
        {
            case CodeKind.Native:
                _native.Ask(question);
                break;
            case CodeKind.Assembly:
                _assemblies.Ask(question);
                break;
            default:
                question.Close();
                break;
        }
    }

    private static AssemblyFrames? ReadAssembly(FrameFileReader reader, CodeMapping mapping, int pid)
    {
        string mapped = MapFile.PathOf(pid, mapping.Start, mapping.End);
        return reader.TryReadAssembly(mapped, static _ => true) ?? Named($"/proc/{pid}/root{mapping.Image.Path}") ?? Named(mapping.Image.Path);

        AssemblyFrames? Named(string path) => reader.TryReadAssembly(path, file => FrameFileReader.Is(file, mapping.File));
    }

    private static IFrameTable? ReadNative(FrameFileReader reader, CodeMapping mapping, int pid)
    {
        // Single-file programs of a version all have the same build id, so only the very file of the process is looked into.
        return ReadFile(reader, mapping, pid) is not { } frames ? null
            : ProcessProgram.PathOf(pid) == mapping.Image.Path && reader.TryReadBundle($"/proc/{pid}/exe", frames) is { } bundle ? bundle
            : frames;
    }

    private static FileFrames? ReadFile(FrameFileReader reader, CodeMapping mapping, int pid)
    {
        string buildId = mapping.Image.BuildId;
        string mapped = MapFile.PathOf(pid, mapping.Start, mapping.End);
        return reader.TryRead(mapped, (_, image) => buildId.Length == 0 || image.BuildId == buildId)
            ?? Named($"/proc/{pid}/root{mapping.Image.Path}")
            ?? Named(mapping.Image.Path);

        FileFrames? Named(string path) => reader.TryRead(path, (file, image) => buildId.Length == 0 ? FrameFileReader.Is(file, mapping.File) : image.BuildId == buildId);
    }

    /// <summary>Files that are read one after the other.</summary>
    private sealed class Queue : IDisposable
    {
        private readonly BlockingCollection<Question> _asked = [];
        private readonly Func<FrameFileReader, CodeMapping, int, IFrameTable?> _read;
        private readonly Thread _thread;
        private Question? _late;

        public Queue(string name, Func<FrameFileReader, CodeMapping, int, IFrameTable?> read)
        {
            _read = read;
            _thread = new Thread(Answer) { IsBackground = true, Name = name };
            _thread.Start();
        }

        public FrameFileReader Reader { get; } = new(keepsCode: false);

        public void Ask(Question question)
        {
            _asked.Add(question);
            if (_late is { IsAnswered: false })
                return;
            _late = question.Wait(PatienceMs) ? null : question;
        }

        public void Dispose()
        {
            _asked.CompleteAdding();
            if (_thread.Join(PatienceMs))
                _asked.Dispose();
        }

        private void Answer()
        {
            foreach (Question question in _asked.GetConsumingEnumerable())
                question.Answer(_read(Reader, question.Mapping, question.Pid));
        }
    }

    /// <summary>A file that is asked for.</summary>
    private sealed class Question
    {
        private TaskCompletionSource _answered = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private volatile bool _isAnswered;
        private IFrameTable? _frames;
        private long _notBeforeMs;
        private int _attempts;

        public CodeMapping Mapping { get; private set; }

        public int Pid { get; private set; }

        public bool IsAnswered => _isAnswered;

        public IFrameTable? Frames => _frames;

        // The process may have gone before its file was opened; another one can have it still.
        public bool MayAsk => _attempts == 0 || (_isAnswered && _frames is null && _attempts < MostAttempts && Environment.TickCount64 >= _notBeforeMs);

        public void Begin(in CodeMapping mapping, int pid)
        {
            (Mapping, Pid, _isAnswered) = (mapping, pid, false);
            _attempts++;
            _notBeforeMs = Environment.TickCount64 + BetweenMs;
            _answered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        public bool Wait(int milliseconds) => _answered.Task.Wait(milliseconds);

        public void Answer(IFrameTable? frames)
        {
            _frames = frames;
            _isAnswered = true;
            _answered.SetResult();
        }

        public void Close()
        {
            _attempts = MostAttempts;
            _isAnswered = true;
        }
    }
}
