using Orleans;

namespace Fathom.Serializers.Kit.Cases.Meshes;

// The attribute makes the library's generator write a codec for each.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Mesh;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Triangle;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial struct Vector3f;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class VectorBlock;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Vertex;
