using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>describe</c>: the serializer, its library and runtime, and the cases.</summary>
internal sealed class DescribeCommand() : SessionCommand("describe")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        SerializerDescription facts = session.Adapter.Describe();
        session.Reply(new Message("serializer")
            .With("protocol", ProtocolWords.Version)
            .With("name", session.EntryName)
            .With("library", facts.Library)
            .With("version", facts.Version)
            .With("format", facts.Format)
            .With("text", facts.IsText ? 1 : 0)
            .With("settings", facts.Settings)
            .With("role", facts.Role.ToString().ToLowerInvariant())
            .With("unsafe", facts.UnsafeStatement)
            .With("verified", facts.Verified)
            .With("runtime", Environment.Version.ToString())
            .With("optimized", IsOptimized(session.Adapter) ? 1 : 0)
            .With("debugger", Debugger.IsAttached ? 1 : 0)
            .With("architecture", RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()));
        foreach (SerializerCase one in CaseCatalog.All)
        {
            session.Reply(new Message("case").With("name", one.Name).With("description", one.Description).With("count", one.HasCount ? 1 : 0)
                .With("payload", one.HasPayload ? 1 : 0).With("shares", one.SharesReferences ? 1 : 0));
        }
    }

    private static bool IsOptimized(SerializerAdapter adapter)
    {
        foreach (System.Reflection.Assembly assembly in new[] { adapter.GetType().Assembly, typeof(Session).Assembly })
        {
            if (Attribute.GetCustomAttribute(assembly, typeof(DebuggableAttribute)) is DebuggableAttribute { IsJITOptimizerDisabled: true })
                return false;
        }

        return true;
    }
}
