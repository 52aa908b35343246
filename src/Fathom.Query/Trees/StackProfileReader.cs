using Fathom.Model.Trees;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Trees;

/// <summary>Reads what was measured on stacks: sums per stack by a query, and the frames of all stacks as they are recorded.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class StackProfileReader(QuerySession session, int rec, CancellationToken stop)
{
    private readonly List<StackWeight> _stacks = [];
    private readonly List<int> _frames = [];
    private readonly List<TreeProcess> _processes = [];
    private readonly Dictionary<long, int> _processAt = [];
    private readonly Dictionary<(uint, uint), (int Start, int Length, int Base)> _joined = [];
    private TreeMethod[] _methods = [];
    private int[] _positions = [];
    private int[] _methodOf = [];
    private bool[] _isManaged = [];
    private int[] _starts = [];
    private uint[] _frameOf = [];
    private int _noStack;
    private int _collection;

    /// <summary>Whether it is kept which sum of the recording is which stack: for <see cref="StackTimesReader"/>.</summary>
    public bool KeepsKeys { get; init; }

    /// <summary>Positions of the stacks that were read, where they are kept.</summary>
    internal Dictionary<StackKey, int> Keys { get; } = [];

    /// <summary>Position of a process of the recording in the profile.</summary>
    internal int PositionOf(long process) => _processAt[process];

    /// <summary>The stacks of a query of folder <c>trees</c>.</summary>
    /// <param name="question">The query, with its parameters.</param>
    public StackProfile Read(SqlQuestion question)
    {
        ReadProcesses();
        ReadMethods();
        ReadFrames();
        ReadStacks();
        session.Read(question.Query, AddSums, stop, [.. question.Values]);
        return new StackProfile(_methods, _processes, [.. _frames], [.. _stacks]);
    }

    private void ReadProcesses()
    {
        foreach (TableRow row in TableRow.All(session.Run("trees/processes", stop, QueryParameter.Of("rec", rec))))
        {
            _processAt.Add(row.Number("process_id") ?? 0, _processes.Count);
            _processes.Add(new TreeProcess(row.Text("process"), row.Number("pid")));
        }
    }

    // Numbers of methods start at 1, so the place of 0 is free for what has no stack.
    private void ReadMethods()
    {
        List<TreeMethod> methods =
            [new TreeMethod(null, null, null, TreeFrameKind.NoStack), new TreeMethod(null, null, null, TreeFrameKind.Collection)];
        (_noStack, _collection) = (0, 1);
        List<int> positions = [];
        foreach (TableRow row in TableRow.All(session.Run("trees/methods", stop, QueryParameter.Of("rec", rec))))
        {
            int id = (int)(row.Number("method_id") ?? 0);
            while (positions.Count <= id)
                positions.Add(_noStack);
            positions[id] = methods.Count;
            string name = row.Text("method") ?? "";
            methods.Add(new TreeMethod(name, row.Text("module"), row.Text("origin")) { Written = new MethodName(id, name).Written });
        }

        _methods = [.. methods];
        _positions = [.. positions];
    }

    private void ReadFrames() => session.Read("trees/frames", chunk =>
    {
        for (int i = 0; i < chunk.RowCount; i++)
        {
            int frame = (int)chunk.Column(0).ToInt64(i), method = (int)chunk.Column(1).ToInt64(i);
            if (frame >= _methodOf.Length)
            {
                Array.Resize(ref _methodOf, Math.Max(frame + 1, _methodOf.Length * 2));
                Array.Resize(ref _isManaged, _methodOf.Length);
            }

            _methodOf[frame] = method < _positions.Length ? _positions[method] : _noStack;
            _isManaged[frame] = !chunk.Column(2).IsNull(i) && chunk.Column(2).ToInt64(i) != 0;
        }
    }, stop, QueryParameter.Of("rec", rec));

    // Frames come in no order, so they are kept until it is known how many each stack has.
    private void ReadStacks()
    {
        List<uint> stacks = [], frames = [];
        List<int> depths = [];
        session.Read("trees/stacks", chunk =>
        {
            stacks.AddRange(chunk.Column(0).Values<uint>());
            depths.AddRange(chunk.Column(1).Values<int>());
            frames.AddRange(chunk.Column(2).Values<uint>());
        }, stop, QueryParameter.Of("rec", rec));
        uint last = 0;
        foreach (uint stack in stacks)
            last = Math.Max(last, stack);
        _starts = new int[last + 2L];
        foreach (uint stack in stacks)
            _starts[stack + 1]++;
        for (uint stack = 0; stack <= last; stack++)
            _starts[stack + 1] += _starts[stack];
        _frameOf = new uint[stacks.Count];
        for (int i = 0; i < stacks.Count; i++)
        {
            uint stack = stacks[i];
            int length = _starts[stack + 1] - _starts[stack];
            if ((uint)depths[i] < (uint)length)
                _frameOf[_starts[stack + 1] - 1 - depths[i]] = frames[i];
        }
    }

    private void AddSums(DuckDbChunk chunk)
    {
        DuckDbVector processes = chunk.Column(0), stacks = chunk.Column(1), besides = chunk.Column(2);
        DuckDbVector causes = chunk.Column(3), weights = chunk.Column(4), counts = chunk.Column(5);
        bool isReal = weights.Column.Type == DuckDbType.Double;
        for (int i = 0; i < chunk.RowCount; i++)
        {
            bool hasWeight = !weights.IsNull(i);
            double weight = !hasWeight ? 0 : isReal ? weights.ToDouble(i) : weights.ToInt64(i);
            StackKey key = new(processes.ToInt64(i), (uint)stacks.ToInt64(i), (uint)besides.ToInt64(i), !causes.IsNull(i));
            (int start, int length, int native) = Place(key.Stack, key.Beside, key.IsCollection);
            if (KeepsKeys)
                Keys.Add(key, _stacks.Count);
            _stacks.Add(new StackWeight(_processAt[key.Process], start, length, native, weight, hasWeight, counts.ToInt64(i)));
        }
    }

    private (int Start, int Length, int Base) Place(uint stack, uint beside, bool isCollection)
    {
        (uint, uint) key = isCollection ? (uint.MaxValue, 0) : (stack, beside);
        if (_joined.TryGetValue(key, out (int Start, int Length, int Base) known))
            return known;
        int start = _frames.Count, native = 0;
        if (isCollection)
            _frames.Add(_collection);
        else
            native = AddFrames(FramesOf(stack), FramesOf(beside));
        if (_frames.Count == start)
            _frames.Add(_noStack);
        (int, int, int) place = (start, _frames.Count - start, native);
        _joined.Add(key, place);
        return place;
    }

    private ReadOnlySpan<uint> FramesOf(uint stack) =>
        stack + 1L < _starts.Length ? _frameOf.AsSpan(_starts[stack], _starts[stack + 1] - _starts[stack]) : [];

    // Says how many native frames lead to the first managed one. As for sums by method the stack beside counts where the own one was cut
    // before it came to managed code. What both have is there once.
    private int AddFrames(ReadOnlySpan<uint> own, ReadOnlySpan<uint> beside)
    {
        int shared = 0;
        if (beside.Length > 0)
        {
            foreach (uint frame in own)
            {
                if (_isManaged[frame])
                    beside = [];
            }

            shared = Shared(beside, own);
        }

        int native = -1, length = 0;
        Add(beside);
        Add(own[shared..]);
        return Math.Max(native, 0);

        void Add(ReadOnlySpan<uint> frames)
        {
            foreach (uint frame in frames)
            {
                _frames.Add(_methodOf[frame]);
                if (native < 0 && _isManaged[frame])
                    native = length;
                length++;
            }
        }
    }

    // The inner end of the one is the outer begin of the other.
    private int Shared(ReadOnlySpan<uint> outer, ReadOnlySpan<uint> inner)
    {
        for (int length = Math.Min(outer.Length, inner.Length); length > 0; length--)
        {
            int i = 0;
            while (i < length && _methodOf[outer[outer.Length - length + i]] == _methodOf[inner[i]])
                i++;
            if (i == length)
                return length;
        }

        return 0;
    }
}
