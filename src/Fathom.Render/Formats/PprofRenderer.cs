using System.IO.Compression;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Render.Protobuf;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>
/// A profile of pprof (https://github.com/google/pprof/blob/main/proto/profile.proto), compressed by gzip: a sample for each stack with its
/// process as labels.
/// <code>
/// Profile   1 sample_type*  2 sample*  3 mapping*  4 location*  5 function*  6 string_table*  10 duration_nanos  14 default_sample_type
/// ValueType 1 type  2 unit               Sample   1 location_id* (innermost first)  2 value* (one for each sample_type)  3 label*
/// Label     1 key  2 str  3 num          Mapping  1 id  5 filename  7 has_functions
/// Location  1 id  2 mapping_id  4 line   Line     1 function_id    Function  1 id  2 name  3 system_name  4 filename
/// </code>
/// Texts are positions in string_table, whose first is empty. Identifiers start at 1; here those of a method are the same in all lists.
/// </summary>
public sealed class PprofRenderer() : OutputFormat("pprof", "profiles of pprof", ".pb.gz")
{
    private const int FlushSamples = 256;

    /// <inheritdoc/>
    public override bool IsOfStacks => true;

    /// <inheritdoc/>
    public override bool IsForFiles => true;

    /// <inheritdoc/>
    public override void Write(
        ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own)
    {
        StackExport export = StackText.StacksOf(shaped.Result);
        using GZipStream packed = new(to, CompressionLevel.Optimal, leaveOpen: true);
        new Profile(export, packed).Write(StackText.Shown(shaped.Result));
    }

    private sealed class Profile(StackExport export, Stream to)
    {
        private readonly ProtoWriter _profile = new();
        private readonly ProtoWriter _message = new();
        private readonly ProtoWriter _inner = new();
        private readonly Dictionary<string, int> _textAt = new(StringComparer.Ordinal) { [""] = 0 };
        private readonly List<string> _texts = [""];
        private readonly Dictionary<int, int> _methodAt = [];
        private readonly Dictionary<string, int> _mappingAt = new(StringComparer.Ordinal);

        public void Write(int[] shown)
        {
            string counted = export.CountName;
            string weighed = export.IsBytes ? "alloc_space" : counted == "waits" ? "delay" : "cpu";
            WriteValueType(counted, "count");
            if (export.HasWeight)
                WriteValueType(weighed, export.IsBytes ? "bytes" : "nanoseconds");
            WriteSamples(shown);
            WriteMappings();
            WriteMethods();
            _profile.Number(10, export.DurationNs);
            _profile.Number(14, Text(export.HasWeight ? weighed : counted));
            foreach (string text in _texts)
                _profile.Text(6, text);
            _profile.MoveTo(to);
        }

        private void WriteValueType(string type, string unit)
        {
            _message.Number(1, Text(type));
            _message.Number(2, Text(unit));
            _profile.Message(1, _message);
        }

        private void WriteSamples(int[] shown)
        {
            int samples = 0;
            List<long> calls = [];
            foreach ((StackWeight stack, long weight) in export.Weights(shown))
            {
                calls.Clear();
                foreach (int method in export.Profile.FramesOf(stack))
                    calls.Add(Method(method));
                calls.Reverse();
                _message.Numbers(1, calls.ToArray());
                _message.Numbers(2, export.HasWeight ? [stack.Count, weight] : [weight]);
                WriteLabels(export.Profile.Processes[stack.Process]);
                _profile.Message(2, _message);
                if (++samples % FlushSamples == 0)
                    _profile.MoveTo(to);
            }
        }

        private void WriteLabels(TreeProcess process)
        {
            _inner.Number(1, Text("process"));
            _inner.Number(2, Text(StackText.Of(process, withPid: false)));
            _message.Message(3, _inner);
            if (process.Pid is not { } pid)
                return;
            _inner.Number(1, Text("pid"));
            _inner.Number(3, pid);
            _message.Message(3, _inner);
        }

        private void WriteMappings()
        {
            foreach ((string file, int id) in _mappingAt)
            {
                _message.Number(1, id);
                _message.Number(5, Text(file));
                // Else readers look for symbols themselves.
                _message.Number(7, 1);
                _profile.Message(3, _message);
            }
        }

        private void WriteMethods()
        {
            foreach ((int method, int id) in _methodAt)
            {
                TreeMethod told = export.Profile.Methods[method];
                _message.Number(1, id);
                _message.Number(2, told.Module is { } file ? _mappingAt[file] : 0);
                _inner.Number(1, id);
                _message.Message(4, _inner);
                _profile.Message(4, _message);
                int name = Text(StackText.Of(told));
                _message.Number(1, id);
                _message.Number(2, name);
                _message.Number(3, name);
                _message.Number(4, told.Module is { } module ? Text(module) : 0);
                _profile.Message(5, _message);
            }
        }

        private int Method(int method)
        {
            if (_methodAt.TryGetValue(method, out int id))
                return id;
            _methodAt.Add(method, id = _methodAt.Count + 1);
            if (export.Profile.Methods[method].Module is { } file)
                _ = _mappingAt.TryAdd(file, _mappingAt.Count + 1);
            return id;
        }

        private int Text(string text)
        {
            if (_textAt.TryGetValue(text, out int at))
                return at;
            _textAt.Add(text, at = _texts.Count);
            _texts.Add(text);
            return at;
        }
    }
}
