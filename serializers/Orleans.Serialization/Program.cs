using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.OrleansPack;

return SerializerProgram.Run(args, new SerializerEntry("Orleans.Serialization", static () => new OrleansAdapter()));
