using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Features;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>feature name=… types=…</c>: a round trip of one value, compared deeply, of a type with attributes or of a plain one. Without a name it lists the features.</summary>
internal sealed class FeatureCommand() : SessionCommand("feature")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        IReadOnlyList<Feature> all = FeatureTypes.Of(request.Text("types") ?? FeatureTypes.Annotated);
        if (request.Text("name") is not { } name)
        {
            foreach (Feature one in all)
                session.Reply(new Message("feature").With("name", one.Name).With("group", one.Group).With("description", one.Description).With("risky", one.IsRisky ? 1 : 0));
            return;
        }

        Feature feature = all.FirstOrDefault(one => one.Name == name) ?? throw new ProtocolException($"there is no feature '{name}'");
        CheckResult result = feature.Try(session.Adapter, session.Adapter.Describe().Role == SerializerRole.Serializer);
        session.Reply(new Message("feature").With("name", name).With("outcome", result.Outcome).With("detail", result.Detail).With("size_bytes", result.SizeBytes));
    }
}
