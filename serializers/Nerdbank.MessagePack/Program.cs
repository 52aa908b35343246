using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.NerdbankPack;
using Nerdbank.MessagePack;

return SerializerProgram.Run(
    args,
    new("Nerdbank.MessagePack", static () => new NerdbankAdapter("", static () => new MessagePackSerializer())),
    new("Nerdbank.MessagePack (references)", static () => new NerdbankAdapter(
        "PreserveReferences.AllowCycles", static () => new MessagePackSerializer { PreserveReferences = ReferencePreservationMode.AllowCycles })));
