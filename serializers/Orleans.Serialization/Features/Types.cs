using Orleans;

namespace Fathom.Serializers.Kit.Features.Types;

// The attribute makes the library's generator write a codec for each. It refuses those whose members are no properties that it may set.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class AccessValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class AddressValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Animal;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class AnimalListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class AnimalValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ArrayValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class BytesValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Chain;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class CharValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Child;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Circle;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ColourKeysValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ColourValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DateKeysValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DateOnlyValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DateTimeOffsetValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DateTimeValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DecimalValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DefaultedValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Dog;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class DoubleValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public readonly partial struct Fixed;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class GridValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class GuidKeysValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class GuidValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class InitOnlyValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Item;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ItemsValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class JaggedArrayValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Lorry;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public readonly partial record struct Measure;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class NestedListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class NullableDateValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class NullableListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class NullableValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class NumberKeysValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class PairValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Parent;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial struct Point;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ReadOnlyListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ReadOnlyStructValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class RecordStructValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial record RecordValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class RequiredValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class SetValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class SignedValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class SingleValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class StructKeysValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class StructListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class StructValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TextKeysValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TextListValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TextValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TimeOnlyValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TimeSpanValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TitledList;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TupleValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class UnsignedValue;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Vehicle;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class VehicleValue;
