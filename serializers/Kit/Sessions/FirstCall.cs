using System.Diagnostics;
using System.Runtime;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// What the first write and the first read of a type cost in a fresh process. Data is made before; nothing of the library has run then, nor has anything
/// of the framework that the data does not need.
/// </summary>
internal sealed class FirstCall : ICaseVisitor<Message>
{
    private readonly SerializerEntry _entry;
    private readonly CaseDials _dials;

    private FirstCall(SerializerEntry entry, CaseDials dials)
    {
        _entry = entry;
        _dials = dials;
    }

    /// <summary>Does it.</summary>
    /// <param name="entry">The serializer.</param>
    /// <param name="fields">Fields as of a line: <c>case=NAME</c> and dials.</param>
    public static Message Run(SerializerEntry entry, string[] fields)
    {
        try
        {
            Message request = Message.Parse(string.Join('\t', ["first-call", .. fields]));
            SerializerCase one = request.Text("assembly") is not null
                ? OwnTypeSource.Load(request).Case
                : CaseCatalog.Find(request.Required("case")) ?? throw new ProtocolException($"there is no case '{request.Text("case")}'");
            return one.Accept(new FirstCall(entry, CaseDials.From(request)));
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            return Session.FailureOf(reason);
        }
    }

    /// <inheritdoc/>
    public Message Visit<T>(SerializerCase<T> data)
        where T : class
    {
        T value = data.Generate(new CaseData(_dials));
        MemoryStream stream = new(64 * 1024);
        long methods = JitInfo.GetCompiledMethodCount();
        TimeSpan jitTime = JitInfo.GetCompilationTime();
        int assemblies = AppDomain.CurrentDomain.GetAssemblies().Length;
        long start = Stopwatch.GetTimestamp();
        SerializerAdapter adapter = _entry.Create();
        Codec<T> codec = adapter.Create<T>();
        codec.Serialize(value, stream);
        long written = Stopwatch.GetTimestamp();
        long methodsWritten = JitInfo.GetCompiledMethodCount();
        stream.Position = 0;
        T result = codec.Deserialize(stream);
        long touched = data.Touch(result);
        long read = Stopwatch.GetTimestamp();
        Message answer = new Message("first-call")
            .With("first_write_ns", Nanoseconds(written - start))
            .With("first_read_ns", Nanoseconds(read - written))
            .With("write_methods", methodsWritten - methods)
            .With("read_methods", JitInfo.GetCompiledMethodCount() - methodsWritten)
            .With("jit_ns", (JitInfo.GetCompilationTime() - jitTime).Ticks * 100)
            .With("assemblies", AppDomain.CurrentDomain.GetAssemblies().Length - assemblies)
            .With("size_bytes", stream.Length)
            .With("touched", touched);
        // Checked after what is timed, so that the comparison warms nothing up.
        Difference? difference = adapter.Describe().Role == SerializerRole.Overhead ? null : DeepComparer.Compare(value, result, data.SharesReferences);
        return answer.With("verified", difference is null ? 1 : 0).With("difference", difference?.ToString() ?? "");
    }

    private static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));
}
