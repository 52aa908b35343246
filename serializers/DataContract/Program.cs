using Fathom.Serializers.DataContract;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(
    args,
    new("DataContractSerializer", static () => new DataContractAdapter(isBinary: false, keepsReferences: false)),
    new("DataContractSerializer (binary)", static () => new DataContractAdapter(isBinary: true, keepsReferences: false)),
    new("DataContractSerializer (references)", static () => new DataContractAdapter(isBinary: false, keepsReferences: true)),
    new("DataContractSerializer (binary, references)", static () => new DataContractAdapter(isBinary: true, keepsReferences: true)));
