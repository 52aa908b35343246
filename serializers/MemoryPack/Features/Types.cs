using MemoryPack;

namespace Fathom.Serializers.Kit.Features.Types;

// The attribute makes the library's generator write the rest of each. It refuses ObjectValue and ShapeValue: a member of type object, and of an interface.
[MemoryPackable]
public partial class AccessValue;

[MemoryPackable]
public partial class AddressValue;

[MemoryPackable]
public partial class Animal;

[MemoryPackable]
public partial class AnimalListValue;

[MemoryPackable]
public partial class AnimalValue;

[MemoryPackable]
public partial class ArrayValue;

[MemoryPackable]
public partial class BaseWithSecret;

[MemoryPackable]
public partial class BytesValue;

[MemoryPackable]
public partial class Chain;

[MemoryPackable]
public partial class CharValue;

[MemoryPackable]
public partial class Child;

[MemoryPackable]
public partial class Circle;

[MemoryPackable]
public partial class ColourKeysValue;

[MemoryPackable]
public partial class ColourValue;

[MemoryPackable]
public partial class DateKeysValue;

[MemoryPackable]
public partial class DateOnlyValue;

[MemoryPackable]
public partial class DateTimeOffsetValue;

[MemoryPackable]
public partial class DateTimeValue;

[MemoryPackable]
public partial class DecimalValue;

[MemoryPackable]
public partial class DefaultedValue;

[MemoryPackable]
public partial class DerivedValue;

[MemoryPackable]
public partial class Dog;

[MemoryPackable]
public partial class DoubleValue;

[MemoryPackable]
public partial class FieldValue;

[MemoryPackable]
public readonly partial struct Fixed;

[MemoryPackable]
public partial class GridValue;

[MemoryPackable]
public partial class GuidKeysValue;

[MemoryPackable]
public partial class GuidValue;

[MemoryPackable]
public partial class InitOnlyValue;

[MemoryPackable]
public partial class Item;

[MemoryPackable]
public partial class ItemsValue;

[MemoryPackable]
public partial class JaggedArrayValue;

[MemoryPackable]
public partial class ListValue;

[MemoryPackable]
public partial class Lorry;

[MemoryPackable]
public readonly partial record struct Measure;

[MemoryPackable]
public partial class NestedListValue;

[MemoryPackable]
public partial class NullableDateValue;

[MemoryPackable]
public partial class NullableListValue;

[MemoryPackable]
public partial class NullableValue;

[MemoryPackable]
public partial class NumberKeysValue;

[MemoryPackable]
public partial class PairValue;

[MemoryPackable]
public partial class Parent;

[MemoryPackable]
public partial struct Point;

[MemoryPackable]
public partial class PrivateFieldValue;

[MemoryPackable]
public partial class PrivateSetterValue;

[MemoryPackable]
public partial class ReadOnlyFieldValue;

[MemoryPackable]
public partial class ReadOnlyListValue;

[MemoryPackable]
public partial class ReadOnlyStructValue;

[MemoryPackable]
public partial class RecordStructValue;

[MemoryPackable]
public partial record RecordValue;

[MemoryPackable]
public partial class RequiredValue;

[MemoryPackable]
public partial class SetValue;

[MemoryPackable]
public partial class SignedValue;

[MemoryPackable]
public partial class SingleValue;

[MemoryPackable]
public partial class StructKeysValue;

[MemoryPackable]
public partial class StructListValue;

[MemoryPackable]
public partial class StructValue;

[MemoryPackable]
public partial class TextKeysValue;

[MemoryPackable]
public partial class TextListValue;

[MemoryPackable]
public partial class TextValue;

[MemoryPackable]
public partial class TimeOnlyValue;

[MemoryPackable]
public partial class TimeSpanValue;

[MemoryPackable]
public partial class TitledList;

[MemoryPackable]
public partial class TupleValue;

[MemoryPackable]
public partial class UnsignedValue;

[MemoryPackable]
public partial class Vehicle;

[MemoryPackable]
public partial class VehicleValue;
