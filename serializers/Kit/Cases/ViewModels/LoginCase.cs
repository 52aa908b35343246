namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>The form of a login: what a small request costs.</summary>
public sealed class LoginCase() : SerializerCase<LoginViewModel>("login", "a view model: the form of a login")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override LoginViewModel Generate(CaseData data) =>
        new() { Email = $"{data.Word()}.{data.Word()}@{data.Word()}.example", Password = data.Text(), RememberMe = data.Random.Chance(50) };

    /// <inheritdoc/>
    public override long Touch(LoginViewModel value) =>
        value.Email.Length + value.Password.Length + (value.RememberMe ? 1 : 0);
}
