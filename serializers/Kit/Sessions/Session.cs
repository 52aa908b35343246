using System.Reflection;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// Answers requests until standard input ends. An answer is any number of lines and then <c>done</c> or <c>failed</c>. A request that fails leaves the
/// session usable, unless the process itself is gone.
/// </summary>
public sealed class Session
{
    private static readonly SessionCommand[] s_commands =
    [
        new DescribeCommand(),
        new CaseCommand(),
        new CheckCommand(),
        new WarmCommand(),
        new MeasureCommand(),
        new OwnTypeCommand(),
        new ShowCommand(),
        new FeatureCommand(),
        new EvolveCommand(),
        new HostileCommand(),
        new StreamCommand(),
        new ProfileCommand(),
    ];

    private readonly SerializerEntry _entry;
    private readonly TextReader _input;
    private readonly Stream _output;
    private SerializerAdapter? _adapter;
    private TierWatch? _tiers;

    /// <param name="entry">The serializer.</param>
    /// <param name="input">Requests.</param>
    /// <param name="output">Answers.</param>
    public Session(SerializerEntry entry, TextReader input, Stream output)
    {
        _entry = entry;
        _input = input;
        _output = output;
    }

    /// <summary>The name of the serializer.</summary>
    public string EntryName => _entry.Name;

    /// <summary>The serializer, constructed when it is first asked for.</summary>
    public SerializerAdapter Adapter => _adapter ??= _entry.Create();

    /// <summary>The case that the next requests are about; null before <c>case</c>.</summary>
    public BoundCase? Bound { get; set; }

    /// <summary>What <see cref="Bound"/> was made from.</summary>
    public SerializerCase? Case { get; set; }

    /// <summary>The runtime's events about tiers, listened to from the first time they are asked for.</summary>
    public TierWatch Tiers => _tiers ??= new TierWatch();

    /// <summary>The bound case.</summary>
    /// <exception cref="ProtocolException">There is none yet.</exception>
    public BoundCase RequireBound() => Bound ?? throw new ProtocolException("request 'case' first");

    /// <summary>Answers with a line.</summary>
    public void Reply(Message line) => SerializerProgram.WriteLine(_output, line);

    /// <summary>Answers requests until there are no more.</summary>
    public void Run()
    {
        while (_input.ReadLine() is { } line)
        {
            try
            {
                Message request = Message.Parse(line);
                if (request.Verb == "quit")
                    return;
                SessionCommand command = Array.Find(s_commands, one => one.Verb == request.Verb) ?? throw new ProtocolException($"there is no request '{request.Verb}'");
                command.Run(this, request);
                Reply(new Message(ProtocolWords.Done));
            }
            catch (Exception reason) when (reason is not OutOfMemoryException)
            {
                Reply(FailureOf(reason));
            }
        }
    }

    /// <summary>What is said of a request that was not done. The innermost exception names the cause.</summary>
    internal static Message FailureOf(Exception reason)
    {
        while (reason is TargetInvocationException or TypeInitializationException or AggregateException && reason.InnerException is { } inner)
            reason = inner;
        string kind = reason switch
        {
            ProtocolException => "protocol",
            NotSupportedException => "refused",
            OwnTypeException => "own-type",
            _ => "failed",
        };
        Message failure = new Message(ProtocolWords.Failed).With("kind", kind).With("exception", reason.GetType().FullName ?? "").With("message", reason.Message);
        return reason is OwnTypeException own ? failure.With("next", own.Next) : failure;
    }
}
