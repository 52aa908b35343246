using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.Newtonsoft.Bson;

return SerializerProgram.Run(args, new SerializerEntry("Newtonsoft BSON", static () => new BsonAdapter()));
