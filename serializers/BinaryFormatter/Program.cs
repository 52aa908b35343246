using Fathom.Serializers.BinaryFormatters;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(args, new SerializerEntry("BinaryFormatter", static () => new BinaryFormatterAdapter()));
