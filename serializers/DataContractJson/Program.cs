using Fathom.Serializers.DataContractJson;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(args, new SerializerEntry("DataContractJsonSerializer", static () => new DataContractJsonAdapter()));
