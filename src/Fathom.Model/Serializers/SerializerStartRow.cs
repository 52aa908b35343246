using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>The first calls of a fresh process.</summary>
[Table("serializer_start", "serializers", "serializer_id", "case_id", "launch")]
public readonly partial record struct SerializerStartRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case of the first type.")] uint CaseId,
    [Column("Number of the process.")] int Launch,
    [Column("Making the serializer and the first write.")] long? FirstWriteNs,
    [Column("The first read, after the first write.")] long? FirstReadNs,
    [Column("The first write of a second type.")] long? SecondWriteNs,
    [Column("The first read of a second type.")] long? SecondReadNs,
    [Column("The whole process, from before its start to after its end.")] long WallNs,
    [Column("CPU time of the whole process.")] long? CpuNs,
    [Column("Most resident bytes.")] long? PeakRssBytes,
    [Column("Methods that were compiled during the first write and read.")] long? JittedMethods,
    [Column("Time that compiling them took.")] long? JitNs,
    [Column("Assemblies that were loaded during the first write and read.")] long? Assemblies,
    [Column("Loads of assemblies that failed.")] long? FailedLoads);
