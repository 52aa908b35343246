using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>A method that is somewhere on a stack, once however often it is there; inclusive sums are a join over it.</summary>
[Table("stack_method", "stacks", "stack_id", "method_id")]
public readonly partial record struct StackMethodRow(
    [Column("The stack.")] uint StackId,
    [Column("The method, as numbered in the method table.")] uint MethodId,
    [Column("Whether all of its frames there are exact, as the stack_frame table says; absent where that is not known.")] bool? Exact = null);
