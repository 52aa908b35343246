using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.MongoBson;

return SerializerProgram.Run(args, new SerializerEntry("MongoDB BSON", static () => new MongoBsonAdapter()));
