using Fathom.Serializers.Kit.Adapters;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Serialization;

namespace Fathom.Serializers.OrleansPack;

/// <summary>The serializer of Orleans without the rest of it, with the code of its generator: only classes with its attribute can be taken.</summary>
internal sealed class OrleansAdapter : SerializerAdapter
{
    private ServiceProvider? _services;

    public override SerializerDescription Describe()
    {
        SerializerDescription said = SerializerDescription.Of(
            typeof(Serializer), "Microsoft.Orleans.Serialization", "Orleans", isText: false, "numbers of members generated");
        // "10.4.2. Commit Hash: …"
        return said with { Version = said.Version.Split(". Commit")[0] };
    }

    public override Codec<T> Create<T>() => typeof(T).IsDefined(typeof(GenerateSerializerAttribute), inherit: false)
        ? new OrleansCodec<T>((_services ??= new ServiceCollection().AddSerializer().BuildServiceProvider()).GetRequiredService<Serializer<T>>())
        : throw new NotSupportedException($"needs code generated at build time: [GenerateSerializer] on {typeof(T).Name}");
}
